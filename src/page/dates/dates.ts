/**
 * `/api/dates?days=30`: days ahead of the stocks on the watchlists, and the next publication of each source. A person who
 * has watchlists of their own is told of these; with `&whose=all` of all.
 */
import * as z from "zod";
import { dueOf, isSimulated, serviceOf, settingsOf } from "../../config/services.ts";
import type { JsonRoute } from "../../lib/http/port.ts";
import { jstDay } from "../../model/dates.ts";
import type { HistoryPeriod } from "../../model/history.ts";
import type { DatesAnswer, PublicationAhead } from "../../model/page/dates.ts";
import { ownOf } from "../../model/people.ts";
import { nextDue } from "../../pipeline/due.ts";
import { type PageParts, reading } from "../page-call.ts";
import { latestTime } from "../stock/axis.ts";
import { daysAhead, periodAhead, tellersOf } from "./days-ahead.ts";

const question = z.object({
  days: z.coerce.number().int().min(1).max(400).default(30),
  whose: z.enum(["mine", "all"]).default("mine"),
});

export function datesCall(parts: PageParts): JsonRoute {
  return reading("/api/dates", question, async ({ days, whose }, { person }) => {
    const period = periodAhead(days, parts);
    const { watchlists: own } = ownOf(person, parts.config.people);
    const dates = await daysAhead(period, whose === "all" ? undefined : own, parts);
    const publications = publicationsAhead(period, parts);
    const sources = tellersOf(parts.config);
    const body: DatesAnswer = { ...period, dates, publications, sources, ...(own && { own }) };
    return { status: 200, body };
  });
}

/**
 * The next publication of each source that has a due time, daily, weekly or monthly, where it is within the period; in the
 * order of their moments. A simulated service has them by its own clock.
 */
function publicationsAhead({ to }: HistoryPeriod, parts: PageParts): PublicationAhead[] {
  const { config } = parts;
  const found = Object.keys(config.sources).flatMap((source) => {
    const [settings, service] = [settingsOf(source, config), serviceOf(source, config)];
    const due = settings && dueOf(settings);
    if (due === undefined || service === undefined) return [];
    const dueAt = nextDue(due, parts.calendar(), latestTime([service], parts));
    if (dueAt === undefined || jstDay(dueAt) > to) return [];
    return [{ source, day: jstDay(dueAt), dueAt, isSimulated: isSimulated(config, service) }];
  });
  return found.toSorted((one, other) => one.dueAt - other.dueAt);
}
