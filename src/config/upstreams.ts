import * as z from "zod";
import { clockDuration, upstreamUrl } from "../settings/values.ts";

const absentWhenEmpty = z
  .string()
  .transform((text) => (text === "" ? undefined : text))
  .optional();

const market = z.strictObject({
  url: upstreamUrl.default("simulated").describe("address of the service, ending in its version segment"),
  apiKey: absentWhenEmpty.describe("the account's key"),
  tier: z.enum(["free", "light", "standard", "premium"]).default("standard").describe("the account's plan"),
});

const forum = z.strictObject({
  url: upstreamUrl.default("simulated").describe("root address of the forum's site"),
  userAgent: absentWhenEmpty.describe(
    "what Yagura calls itself there; by default a browser, as the forum asks",
  ),
});

const statistics = z.strictObject({
  url: upstreamUrl.default("simulated").describe("root address of the service"),
  spacing: clockDuration.prefault("1s").describe("least time between two requests, such as 1s"),
  language: z.enum(["en", "jp"]).default("en").describe("language of series names"),
  maxAnswerMb: z
    .int()
    .min(1)
    .max(4_000)
    .default(256)
    .describe("the largest answer that is read, in MB when unpacked; the largest catalogue has about 99"),
});

export const upstreams = z
  .strictObject({
    market: market.prefault({}).describe("prices, margin figures, short-sale reports and the like"),
    forum: forum.prefault({}).describe("comments and their ranking"),
    statistics: statistics.prefault({}).describe("the central bank's time series"),
  })
  .prefault({});
