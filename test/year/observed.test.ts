/** One week or five with the services as they were seen to answer. */
import { isLong } from "../support/runs.ts";
import { lifeChecks } from "./life-checks.ts";

lifeChecks({
  weeks: isLong ? 5 : 1,
  schedules: {
    "margin-alerts": "0 0,30 9,16,19 * * *",
    "short-sale-reports": "0 0,30 9,17,20 * * *",
    "statistics-updates": "0 20,50 8,10 * * *",
  },
  simulator: { dialect: "observed", plan: "standard", limits: { retryAfter: false } },
});
