/** Settings that every source has. */
import * as z from "zod";
import { dayMs } from "../lib/clock.ts";
import { duration, planShare, publicationTimes, schedule, timezone } from "../settings/values.ts";

export const quarantineDefaults = { items: 50, share: 0.2 } as const;

/** Keys of every source. */
const common = {
  schedule,
  timezone: timezone.default("Asia/Tokyo"),
  on: z
    .enum(["trading-days"])
    .optional()
    .describe("poll only on days on which the exchange trades, and once at the start"),
  share: planShare.prefault("25%"),
  quarantine: z
    .strictObject({
      items: z.int().min(1).default(quarantineDefaults.items).describe("smallest number of rewritten items"),
      share: z
        .number()
        .min(0)
        .max(1)
        .default(quarantineDefaults.share)
        .describe("share of the compared items that must be exceeded as well"),
    })
    .prefault({})
    .describe("how large a rewrite of published items must be to go into quarantine until a person decides"),
};

/** Longer ones would let a day's publication be late only after the next one came. */
const longestGrace = { ms: dayMs, tradingDays: 1 };

/** Keys of a source with a publication each trading day, week or month. */
export const dated = {
  ...common,
  due: publicationTimes
    .optional()
    .describe(
      "time at which the publication of a trading day, a week or a month is due; polls are rare before it and frequent after it",
    ),
  grace: duration
    .refine(
      (grace) =>
        "ms" in grace ? grace.ms <= longestGrace.ms : grace.tradingDays <= longestGrace.tradingDays,
      { error: "this is too long; at most 1d or 1bd" },
    )
    .meta({ examples: ["30m", "1bd"] })
    .prefault("30m")
    .describe("time after `due` from which on a publication is late"),
};

const noDue = z
  .unknown()
  .refine((due) => due === undefined, {
    error: "this has no publication of a day: nothing of it could be due",
  })
  .transform(() => undefined)
  .optional()
  .describe("not allowed here: this source has no daily publication")
  .meta({ not: {} });

/** Keys of a source without publications. */
export const undated = { ...common, due: noDue, grace: noDue };
