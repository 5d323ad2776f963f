/** The small values that settings are made of, each with words for what is wrong with it. */
import * as z from "zod";
import { isCronExpression } from "../lib/cron.ts";
import { timeOfDayForm, timeOfDayMs } from "../model/dates.ts";
import { durationForm, durationMeant, parseDuration, timeForm } from "../model/duration.ts";
import { noStockCode, shortCode, writtenCodeForm } from "../model/fields.ts";
import type { PublicationTimes } from "../model/publication-days.ts";
import { codesOnList, type Watchlists } from "../model/watchlists.ts";

export const stockCode = z
  .string()
  .regex(writtenCodeForm, { error: noStockCode })
  .transform(shortCode)
  .describe('stock code in quotes, such as "7203"')
  .meta({ examples: ["7203", "130A"] });

/** The stocks of a watchlist, as it is at the moment. */
export interface OnWatchlist {
  readonly watchlist: string;
}

export const onWatchlist = z
  .strictObject({ watchlist: z.string().min(1).describe("name of a list in `watchlists`") })
  .describe("the stocks of a watchlist")
  .meta({ examples: [{ watchlist: "core" }] });

/** Stocks that a source watches: their codes, or the watchlist that has them. */
export const watchedCodes = z.union([z.array(stockCode).min(1), onWatchlist], {
  error: 'this takes a list of codes such as ["7203"], or { watchlist: NAME }',
});

export type WatchedCodes = z.output<typeof watchedCodes>;

export function isOnWatchlist(value: unknown): value is OnWatchlist {
  return typeof value === "object" && value !== null && "watchlist" in value;
}

export function codesNow(codes: WatchedCodes, watchlists: Watchlists): readonly string[] {
  return isOnWatchlist(codes) ? codesOnList(watchlists, codes.watchlist) : codes;
}

const shareForm = /^(?:[1-9]\d?|100)%$/;

export const schedule = z
  .string()
  .refine(isCronExpression, {
    error:
      "this is no schedule: it takes six fields (second minute hour day month weekday), such as 0 */5 * * * *",
  })
  .describe("cron expression of six fields: second minute hour day month weekday")
  .meta({ pattern: "^\\s*(\\S+\\s+){5}\\S+\\s*$", examples: ["0 */5 * * * *", "0 */10 16-20 * * *"] });

/** Share of a plan's requests: `25%`, or `off`; as a number from 0 to 1. */
export const planShare = z
  .string()
  .refine((text) => text === "off" || shareForm.test(text), {
    error: "this takes a share of the plan's requests such as 25%, or off",
  })
  .transform((text) => (text === "off" ? 0 : Number.parseInt(text, 10) / 100))
  .describe(
    "share of the plan's requests in a minute that extra polls may use, at the times at which publications came before, for all sources of the service together; of a forum, share of the schedule's requests, for polls of busy stocks alone; off: there are none",
  )
  .meta({ pattern: "^((?:[1-9]\\d?|100)%|off)$", examples: ["25%", "off"] });

export const timezone = z
  .string()
  .refine(isTimezone, { error: "no such time zone; one is named like Asia/Tokyo" })
  .describe("IANA time zone of the schedule")
  .meta({ examples: ["Asia/Tokyo"] });

function isTimezone(name: string): boolean {
  try {
    new Intl.DateTimeFormat("en", { timeZone: name });
    return true;
  } catch {
    return false;
  }
}

/** Address of a service: `simulated`, or an address without a slash at its end. */
export const upstreamUrl = z
  .string()
  .refine((url) => url === "simulated" || isHttpUrl(url), {
    error: "this must be an http or https address, or the word simulated",
  })
  .transform((url) => url.replace(/\/+$/, ""))
  .meta({
    pattern: "^(simulated|\\s*[hH][tT][tT][pP][sS]?:.+)$",
    examples: ["simulated", "https://service.example.com/v2"],
  });

/** Address of something that is not ours, as it is. */
export const outsideUrl = z
  .string()
  .refine(isHttpUrl, { error: "this must be an http or https address" })
  .transform((url) => url.trim())
  .meta({ pattern: "^\\s*[hH][tT][tT][pP][sS]?:.+$", examples: ["https://alive.example.com/a-secret-part"] });

/** Address at which people reach something of ours: without a slash at its end, and with nothing after its path. */
export const publicUrl = z
  .string()
  .refine(isPublicUrl, {
    error: "this must be an http or https address with or without a path, such as https://yagura.example.com",
  })
  .transform((url) => url.trim().replace(/\/+$/, ""))
  .meta({ pattern: "^\\s*[hH][tT][tT][pP][sS]?:.+$", examples: ["https://yagura.example.com"] });

/** Address of a page about a stock, its code anywhere behind the host. */
export const stockPage = z
  .string()
  .refine(isStockPage, {
    error:
      "this must be an http or https address with {code} in its path, such as https://stocks.example.com/{code}",
  })
  .transform((url) => url.trim())
  .meta({
    pattern: "^\\s*[hH][tT][tT][pP][sS]?:.+[{]code[}]",
    examples: ["https://stocks.example.com/{code}"],
  });

/** In the host, braces would make it another one. */
function isStockPage(text: string): boolean {
  return /^\s*https?:\/\/[^/\s<>"{}@]+\/[^\s<>"]*\{code\}[^\s<>"]*\s*$/i.test(text) && isHttpUrl(text);
}

function isPublicUrl(text: string): boolean {
  if (!isHttpUrl(text)) return false;
  const { search, hash, username, password } = new URL(text);
  return search === "" && hash === "" && username === "" && password === "" && !/[?#]/.test(text);
}

function isHttpUrl(text: string): boolean {
  if (!URL.canParse(text)) return false;
  const { protocol, hostname } = new URL(text);
  return (protocol === "http:" || protocol === "https:") && hostname !== "";
}

/** A time of the day such as "17:30", in ms since midnight. */
export const timeOfDay = z
  .string()
  .regex(timeOfDayForm, { error: 'this is no time of the day; one looks like "17:30"' })
  .transform(timeOfDayMs)
  .meta({ examples: ["17:30"] });

const weekdays = ["sunday", "monday", "tuesday", "wednesday", "thursday", "friday", "saturday"] as const;
const last = "last";
/** No month has more trading days. */
const tradingDayForm = /^([1-9]|1[0-9]|2[0-3])bd$/;

/** When publications are due: at a time of each trading day, or of one day a week or a month. */
export const publicationTimes = z.union(
  [
    timeOfDay.transform((timeMs): PublicationTimes => ({ timeMs })),
    z
      .strictObject({
        week: z
          .enum([last, ...weekdays.slice(1, 6), "1bd", "2bd", "3bd", "4bd", "5bd"])
          .describe(
            "a weekday, or 2bd for the second trading day of the week, or its last one; a closed day stands for the next trading day",
          ),
        at: timeOfDay.describe("time by which it is due"),
      })
      .transform(({ week, at }): PublicationTimes => {
        if (week === last) return { timeMs: at, days: { every: "week", on: last } };
        const on = tradingDayForm.test(week)
          ? { tradingDay: Number.parseInt(week, 10) }
          : { weekday: (weekdays as readonly string[]).indexOf(week) };
        return { timeMs: at, days: { every: "week", on } };
      }),
    z
      .strictObject({
        month: z
          .union([z.int().min(1).max(31), z.literal(last), z.string().regex(tradingDayForm)])
          .describe(
            "day of the month, or 5bd for its fifth trading day, or its last one; a closed day stands for the next trading day",
          ),
        at: timeOfDay.describe("time by which it is due"),
      })
      .transform(({ month, at }): PublicationTimes => {
        if (month === last) return { timeMs: at, days: { every: "month", on: last } };
        const on = typeof month === "number" ? { day: month } : { tradingDay: Number.parseInt(month, 10) };
        return { timeMs: at, days: { every: "month", on } };
      }),
  ],
  {
    error: ({ input }) =>
      typeof input === "string"
        ? 'this is no time of the day; one looks like "17:30"'
        : 'this takes a time such as "17:30", { week: friday, at: "17:30" } or { month: 5bd, at: "17:30" }',
  },
);

/** A time such as 400d, or 3bd for trading days. */
export const duration = z
  .string()
  .transform((text, context) => {
    const parsed = parseDuration(text);
    if (parsed !== undefined) return parsed;
    const message = "this is no duration; one looks like 30s, 15m, 1h, 400d or 3bd";
    const meant = durationMeant(text);
    context.addIssue({ code: "custom", message, ...(meant && { params: { suggestion: `write ${meant}` } }) });
    return z.NEVER;
  })
  .meta({ pattern: durationForm.source, examples: ["30m", "1d"] });

/** Milliseconds, where trading days make no sense. */
export const clockDuration = duration
  .transform((length, context) => {
    if ("ms" in length) return length.ms;
    context.addIssue("this cannot be trading days; write it as 30s, 15m, 1h or 2d");
    return z.NEVER;
  })
  .meta({ pattern: timeForm.source, examples: ["1s", "2m"] });

const distance = z
  .number()
  .min(0)
  .describe("two values no further apart than this are the same")
  .meta({ id: "tolerance" });

/** Schema of a tolerance: how far apart numbers of these fields may be and still be the same. */
export function toleranceOf(fields: readonly string[]) {
  const shape = Object.fromEntries(fields.map((field) => [field, distance.optional()]));
  return z
    .strictObject(shape)
    .transform((given) => {
      const set = Object.entries(given).flatMap(([field, value]) =>
        value === undefined ? [] : [[field, value]],
      );
      return Object.fromEntries(set) as Readonly<Record<string, number>>;
    })
    .prefault({})
    .describe("by field: how far two numbers may be apart and still be the same");
}
