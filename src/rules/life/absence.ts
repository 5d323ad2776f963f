/** `absent`: nothing came for so long, or by a time of day, and somebody is to be told. */
import * as z from "zod";
import { jstDay } from "../../model/dates.ts";
import { type Duration, endOf, parseDuration } from "../../model/duration.ts";
import type { TradingCalendar } from "../../model/trading-calendar.ts";
import { length, needs } from "../schema/schema-parts.ts";

export const absentKey = z
  .strictObject({
    for: length("nothing came for this long", "26h").optional(),
    by: z
      .string()
      .regex(/^([01][0-9]|2[0-3]):[0-5][0-9]$/, { error: 'a time of day in Japan, such as "18:00"' })
      .optional()
      .describe("nothing came on a day by this time in Japan")
      .meta({ examples: ["18:00"] }),
    on: z
      .literal("trading-days")
      .optional()
      .describe("only trading days count for `by`")
      .meta({ examples: ["trading-days"] }),
  })
  .refine((written) => (written.for === undefined) !== (written.by === undefined), {
    error: "`absent` takes either `for` or `by`",
  })
  .meta({ oneOf: needs(["for", "by"]) })
  .optional()
  .describe(
    "something came before, and now nothing came for a time (`for`), or on a day by a time in Japan (`by`); `on: trading-days` leaves out other days",
  )
  .meta({ examples: [{ for: "26h" }, { by: "18:00", on: "trading-days" }] });

export type Absence =
  | { readonly for: Duration }
  /** A time of day in Japan, ms since midnight; on every day, or on trading days alone. */
  | { readonly byMs: number; readonly onTradingDays: boolean };

/** Undefined where the schema refused a part of it. */
export function absenceOf(written: z.output<typeof absentKey>): Absence | undefined {
  if (written?.for !== undefined) {
    const duration = parseDuration(written.for);
    return duration && { for: duration };
  }
  const [hours, minutes] = (written?.by ?? "").split(":").map(Number);
  if (written?.by === undefined || hours === undefined || minutes === undefined) return undefined;
  return { byMs: (hours * 60 + minutes) * 60_000, onTradingDays: written.on !== undefined };
}

const japanMs = 9 * 3_600_000;
const dayMs = 86_400_000;

/** When it is told where nothing comes after a moment; both ms since 1970. */
export function absentAt(absence: Absence, after: number, calendar: TradingCalendar): number {
  if ("for" in absence) return endOf(after, absence.for, calendar);
  const day = jstDay(after);
  const next = absence.onTradingDays
    ? calendar.addTradingDays(day, 1)
    : new Date(Date.parse(day) + dayMs).toISOString().slice(0, 10);
  return Date.parse(next) - japanMs + absence.byMs;
}
