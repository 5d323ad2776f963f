/** Two weeks with holidays and with each way of a restart, or a whole year: no limit broken, every publication seen, late ones told on their days, nothing on holidays' account. */
import { isLong } from "../support/runs.ts";
import { lifeChecks } from "./life-checks.ts";

lifeChecks({
  weeks: isLong ? 52 : 2,
  schedules: {
    "margin-alerts": "0 30 9,16,19 * * *",
    "short-sale-reports": "0 30 9,17,20 * * *",
    "statistics-updates": "0 50 8,10 * * *",
  },
});
