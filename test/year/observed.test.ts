/**
 * The services as they were seen to answer. Some days or two weeks with schedules and pages that ask for more than the
 * plan has, of a service that refuses what is above it; in the long runs five weeks with room in the plan, too.
 */
import { describe } from "vitest";
import { isLong } from "../support/runs.ts";
import { lifeChecks } from "./life-checks.ts";

const observed = { dialect: "observed", plan: "standard", limits: { retryAfter: false } } as const;

describe("a plan that is full", () =>
  lifeChecks({
    weeks: isLong ? 2 : 4 / 7,
    schedules: {
      "margin-alerts": `0 */${isLong ? 10 : 30} 16-20 * * *`,
      "short-sale-reports": `0 */${isLong ? 10 : 30} 17-21 * * *`,
      "statistics-updates": `0 */${isLong ? 5 : 10} 8-10 * * *`,
    },
    fillsPlan: true,
    simulator: { ...observed, pageRows: isLong ? 5 : 8 },
  }));

if (isLong)
  describe("a plan with room", () =>
    lifeChecks({
      weeks: 5,
      schedules: {
        "margin-alerts": "0 0,30 9,16,19 * * *",
        "short-sale-reports": "0 0,30 9,17,20 * * *",
        "statistics-updates": "0 20,50 8,10 * * *",
      },
      simulator: observed,
    }));
