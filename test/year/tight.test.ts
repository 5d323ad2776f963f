/** Some days or two weeks with schedules and pages that ask for more than the plan has, of a service that refuses what is above it. */
import { isLong } from "../support/runs.ts";
import { lifeChecks } from "./life-checks.ts";

lifeChecks({
  weeks: isLong ? 2 : 4 / 7,
  schedules: {
    "margin-alerts": "0 */10 16-20 * * *",
    "short-sale-reports": "0 */10 17-21 * * *",
    "statistics-updates": "0 */5 8-10 * * *",
  },
  fillsPlan: true,
  simulator: { pageRows: 5, plan: "standard", limits: { retryAfter: false } },
});
