/** `flapping`: an alert that is given again and again is suppressed until it is asked for less often. */
import * as z from "zod";
import { type Duration, parseDuration, startOf } from "../../model/duration.ts";
import type { TradingCalendar } from "../../model/trading-calendar.ts";
import { length } from "../schema/schema-parts.ts";

export const flappingKey = z
  .strictObject({
    times: z
      .number()
      .int()
      .min(2)
      .max(1_000)
      .describe("number of alerts that are given")
      .meta({ examples: [5] }),
    within: length("time in which they are counted", "6h", "1bd"),
  })
  .optional()
  .describe(
    "at most `times` alerts within a time are given; the last one says so, and further ones are suppressed until the rule asks for them less often",
  )
  .meta({ examples: [{ times: 5, within: "6h" }] });

export interface Flapping {
  /** So often, at least 2. */
  readonly times: number;
  readonly within: Duration;
}

/** Undefined where the schema refused a part of it. */
export function flappingOf(written: z.output<typeof flappingKey>): Flapping | undefined {
  const within = written && parseDuration(written.within);
  return within && { times: written.times, within };
}

export interface Damped {
  /** When the alert was given or suppressed for this, ms since 1970; as many as the next one is judged by. */
  readonly moments: readonly number[];
  readonly isSuppressed: boolean;
  /** It is given, and the next one will not be. */
  readonly isLast: boolean;
}

/** Suppressed alerts count, too: it is over when less than `times` of both were within the time. */
export function damp(
  { times, within }: Flapping,
  moments: readonly number[],
  now: number,
  calendar: TradingCalendar,
): Damped {
  const from = startOf(now, within, calendar);
  const recent = moments.filter((at) => at > from);
  return {
    moments: [...recent, now].slice(-times),
    isSuppressed: recent.length >= times,
    isLast: recent.length === times - 1,
  };
}
