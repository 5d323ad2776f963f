import { msPerDate } from "../world/holidays.ts";
import { dayOf } from "../world/moment.ts";
import { isoDate } from "../world/trading-calendar.ts";
import type { World } from "../world/world.ts";
import type { Plan } from "./plans.ts";
import type { MarketQuery } from "./query.ts";
import { Refusal } from "./refusal.ts";

const freeDelayDays = 84;

/**
 * The query within the days that a plan has: the highest has all that there are; the others begin with the
 * world's history, and the free one ends twelve weeks ago. Throws a Refusal (400) for a date outside.
 */
export function within({ calendar }: World, plan: Plan, query: MarketQuery, at: number): MarketQuery {
  if (plan === "premium") return query;
  const first = calendar.dateOf(calendar.firstDay);
  const today = Date.parse(calendar.dateOf(dayOf(at))) / msPerDate;
  const last = plan === "free" ? isoDate(today - freeDelayDays) : undefined;
  for (const date of [query.date, query.from, query.to, query.calculated])
    if (date !== undefined && (date < first || (last !== undefined && date > last)))
      throw new Refusal(400, `Your subscription covers the following dates: ${first} ~ ${last ?? ""}.`);
  return { from: first, ...(last === undefined ? {} : { to: last }), ...query };
}
