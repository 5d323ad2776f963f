import { describe, expect, test } from "vitest";
import * as z from "zod";
import { itemOf } from "../../src/sources/compare.ts";
import { sharedFields } from "../../src/sources/dated.ts";
import { comment } from "../../src/sources/forum-comments/events.ts";
import { rankingRow } from "../../src/sources/forum-ranking/events.ts";
import { marginAlertItem, marginCall, marginFields } from "../../src/sources/margin-alerts/events.ts";
import { reportCall, reportFields, shortPosition } from "../../src/sources/short-sale-reports/events.ts";
import { seriesItem } from "../../src/sources/statistics-updates/events.ts";
import { commentFields, rankingFields } from "../../src/upstreams/forum/records.ts";
import { marketCalls } from "../../src/upstreams/market/calls.ts";
import { seriesFields } from "../../src/upstreams/statistics/records.ts";

/** Each source's item, the table of its records, and the fields that come from elsewhere, with where from. */
const sources = [
  ["forum-comments", comment, commentFields, { code: "the forum that was asked for" }],
  ["forum-ranking", rankingRow, rankingFields, { term: "what was asked for", climbed: "the row before" }],
  ["margin-alerts", marginAlertItem, marketCalls[marginCall].fields, { name: "the list of issues" }],
  ["short-sale-reports", shortPosition, marketCalls[reportCall].fields, {}],
  [
    "statistics-updates",
    seriesItem,
    seriesFields,
    {
      db: "what was asked for",
      ...{ period: "the points", value: "the points", added: "the points", revisions: "the points" },
    },
  ],
] as const;

describe("a field of an event", () => {
  test.each(sources)(
    "of %s is in the table of its call, or comes from elsewhere",
    (_, item, fields, more) => {
      const missing = Object.keys(item.shape).filter((name) => !(name in fields) && !(name in more));
      expect(missing).toEqual([]);
    },
  );

  test("of the market's sources is read from the call", () => {
    const read = (names: readonly string[], item: z.ZodObject) =>
      Object.keys(item.shape).filter((name) => !names.includes(name));
    expect(read(reportFields, shortPosition)).toEqual([]);
    expect(read(marginFields, marginAlertItem)).toEqual(["name"]);
  });

  test("that both tables have is read and told without another line", () => {
    const longer = shortPosition.extend({ sellerAddress: z.string().optional() });
    expect(sharedFields(reportCall, longer)).toContain("sellerAddress");
    const record = {
      code: "7203",
      seller: "A",
      ratio: 0.6,
      calculatedOn: "2026-11-17",
      disclosedOn: "2026-11-18",
    };
    const told = itemOf(longer, { ...record, sellerAddress: "Tokyo", notes: "-" } as z.infer<typeof longer>);
    expect(told).toEqual({ ...record, sellerAddress: "Tokyo" });
  });

  test("is told only where the item has it, whatever else the record says", () => {
    const record = { part: 1, body: "-", yes: 0, no: 0, icon: "http://localhost/icon", feeling: "strong" };
    expect(itemOf(comment, { code: "7203", ...record })).toEqual({
      ...{ code: "7203", part: 1, body: "-", yes: 0, no: 0 },
    });
  });
});
