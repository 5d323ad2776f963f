/** A plan that reads all days that may still change at every poll, as if the last one was long ago. */
import { systemClock } from "../../src/lib/clock.ts";
import { createDayPlans, type PlanDays } from "../../src/sources/dated.ts";

export const everyDay: PlanDays = (today, readTo) => createDayPlans(systemClock, 1)(today, readTo);
