/** The values of settings: what is taken, as what, and what is refused in which words. */
import { expect, test } from "vitest";
import type * as z from "zod";
import {
  clockDuration,
  duration,
  schedule,
  stockCode,
  stockPage,
  timeOfDay,
  timezone,
  toleranceOf,
  upstreamUrl,
} from "../../src/settings/values.ts";

/** The value that is read, or the first thing that is wrong with it. */
function read(schema: z.ZodType, written: unknown): unknown {
  const parsed = schema.safeParse(written);
  return parsed.success ? parsed.data : `refused: ${parsed.error.issues[0]?.message}`;
}

const code = 'refused: a stock code has 4 or 5 digits or capital letters, such as "7203" or "130A"';
const noTime = 'refused: this is no time of the day; one looks like "17:30"';
const noDuration = "refused: this is no duration; one looks like 30s, 15m, 1h, 400d or 3bd";
const noUrl = "refused: this must be an http or https address, or the word simulated";
const noSchedule =
  "refused: this is no schedule: it takes six fields (second minute hour day month weekday), such as 0 */5 * * * *";
const noStockPage =
  "refused: this must be an http or https address with {code} in its path, such as https://stocks.example.com/{code}";
const minuteMs = 60_000;

test.each<readonly [name: string, written: string, value: unknown, z.ZodType]>([
  ["a stock code", "7203", "7203", stockCode],
  ["a stock code", "72030", "7203", stockCode],
  ["a stock code", "130A", "130A", stockCode],
  ["a stock code", "25935", "25935", stockCode],
  ["a stock code", "720", code, stockCode],
  ["a stock code", "720300", code, stockCode],
  ["a stock code", "130a", code, stockCode],
  ["a schedule", "0 */5 * * * *", "0 */5 * * * *", schedule],
  ["a schedule", "*/5 * * * *", noSchedule, schedule],
  ["a schedule", "0 60 * * * *", noSchedule, schedule],
  ["a time zone", "Asia/Tokyo", "Asia/Tokyo", timezone],
  ["a time zone", "Asia/Edo", "refused: no such time zone; one is named like Asia/Tokyo", timezone],
  ["an address of a service", "simulated", "simulated", upstreamUrl],
  [
    "an address of a service",
    "https://service.example.com/v2",
    "https://service.example.com/v2",
    upstreamUrl,
  ],
  ["an address of a service", "http://127.0.0.1:8080//", "http://127.0.0.1:8080", upstreamUrl],
  ["an address of a service", "ftp://service.example.com", noUrl, upstreamUrl],
  ["an address of a service", "https://", noUrl, upstreamUrl],
  ["an address of a service", "service.example.com", noUrl, upstreamUrl],
  [
    "a page of a stock",
    "https://s.example.com/q?c={code}&x=1",
    "https://s.example.com/q?c={code}&x=1",
    stockPage,
  ],
  ["a page of a stock", " http://s.example.com/{code} ", "http://s.example.com/{code}", stockPage],
  ["a page of a stock", "https://s.example.com/7203", noStockPage, stockPage],
  ["a page of a stock", "https://{code}.example.com/", noStockPage, stockPage],
  ["a page of a stock", "https://u:p@s.example.com/{code}", noStockPage, stockPage],
  ["a page of a stock", "javascript:alert({code})", noStockPage, stockPage],
  ["a page of a stock", 'https://s.example.com/{code}"onclick="x', noStockPage, stockPage],
  ["a time of the day", "00:00", 0, timeOfDay],
  ["a time of the day", "00:01", minuteMs, timeOfDay],
  ["a time of the day", "17:30", 1_050 * minuteMs, timeOfDay],
  ["a time of the day", "23:59", 1_439 * minuteMs, timeOfDay],
  ["a time of the day", "24:00", noTime, timeOfDay],
  ["a time of the day", "17:60", noTime, timeOfDay],
  ["a time of the day", "7:30", noTime, timeOfDay],
  ["a duration", "30s", { ms: 30_000 }, duration],
  ["a duration", "3bd", { tradingDays: 3 }, duration],
  ["a duration", "3 weeks", noDuration, duration],
  ["a time without trading days", "2m", 2 * minuteMs, clockDuration],
  [
    "a time without trading days",
    "2bd",
    "refused: this cannot be trading days; write it as 30s, 15m, 1h or 2d",
    clockDuration,
  ],
])("%s %s is %j", (_, written, value, schema) => {
  expect(read(schema, written)).toEqual(value);
});

test("a duration in other words is told with the one that was meant", () => {
  const params = (written: string) =>
    duration.safeParse(written).error?.issues.map((issue) => issue.code === "custom" && issue.params);
  expect(params("1 hour")).toEqual([{ suggestion: "write 1h" }]);
  expect(params("soon")).toEqual([undefined]);
});

test("a tolerance is of known fields, from 0 up, and of none where it is left out", () => {
  const tolerance = toleranceOf(["ratio", "shares"]);
  expect(read(tolerance, undefined)).toEqual({});
  expect(read(tolerance, { ratio: 0, shares: 2.5 })).toEqual({ ratio: 0, shares: 2.5 });
  expect(read(tolerance, { ratio: undefined })).toEqual({});
  expect(read(tolerance, { ratio: -0.1 })).toMatch(/^refused/);
  expect(read(tolerance, { name: 1 })).toMatch(/^refused/);
});
