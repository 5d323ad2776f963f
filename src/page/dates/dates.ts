/** `/api/dates?days=30`: days ahead of the stocks on the watchlists. */
import * as z from "zod";
import type { JsonRoute } from "../../lib/http/port.ts";
import type { DatesAnswer } from "../../model/page/dates.ts";
import { type PageParts, reading } from "../page-call.ts";
import { daysAhead, periodAhead, tellersOf } from "./days-ahead.ts";

const question = z.object({ days: z.coerce.number().int().min(1).max(400).default(30) });

export function datesCall(parts: PageParts): JsonRoute {
  return reading("/api/dates", question, async ({ days }) => {
    const period = periodAhead(days, parts);
    const dates = await daysAhead(period, parts);
    const body: DatesAnswer = { ...period, dates, sources: tellersOf(parts.config) };
    return { status: 200, body };
  });
}
