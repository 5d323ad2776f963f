import { describe, expect, test } from "vitest";
import * as z from "zod";
import { itemOf } from "../../src/sources/compare.ts";
import { sharedFields } from "../../src/sources/dated.ts";
import { disclosureCall } from "../../src/sources/disclosures/events.ts";
import { earningsCall } from "../../src/sources/earnings-dates/events.ts";
import { comment } from "../../src/sources/forum-comments/events.ts";
import { type SourceName, sourceMembers } from "../../src/sources/index.ts";
import { marginAlertItem, marginCall, marginFields } from "../../src/sources/margin-alerts/events.ts";
import { reportCall, reportFields, shortPosition } from "../../src/sources/short-sale-reports/events.ts";
import { commentFields, rankingFields } from "../../src/upstreams/forum/records.ts";
import { marketCalls } from "../../src/upstreams/market/calls.ts";
import { seriesFields } from "../../src/upstreams/statistics/records.ts";

interface Origins {
  /** The table of its records. */
  readonly fields: object;
  /** Fields of its items that come from elsewhere, with where from. */
  readonly elsewhere: Readonly<Record<string, string>>;
}

/** A source that is not here does not compile. */
const origins: Readonly<Record<SourceName, Origins>> = {
  "forum-comments": { fields: commentFields, elsewhere: { code: "the forum that was asked for" } },
  "forum-ranking": {
    fields: rankingFields,
    elsewhere: { term: "what was asked for", climbed: "the row before" },
  },
  "margin-alerts": { fields: marketCalls[marginCall].fields, elsewhere: { name: "the list of issues" } },
  "short-sale-reports": { fields: marketCalls[reportCall].fields, elsewhere: {} },
  disclosures: {
    fields: marketCalls[disclosureCall].fields,
    elsewhere: { corrects: "the disclosures before" },
  },
  "earnings-dates": {
    fields: marketCalls[earningsCall].fields,
    elsewhere: { yearEndsOn: "the end of the year without its year", shift: "the date before" },
  },
  "statistics-updates": {
    fields: seriesFields,
    elsewhere: {
      db: "what was asked for",
      ...{ period: "the points", value: "the points", added: "the points", revisions: "the points" },
    },
  },
};

describe("a field of an event", () => {
  test.each(sourceMembers.map(({ name, events }) => ({ name, events })))(
    "of $name is in the table of its call, or comes from elsewhere",
    ({ name, events }) => {
      const { fields, elsewhere } = origins[name as SourceName];
      const told = new Set(Object.values(events).flatMap(({ item }) => Object.keys(item.shape)));
      expect([...told].filter((field) => !(field in fields) && !(field in elsewhere))).toEqual([]);
      expect(Object.keys(elsewhere).filter((field) => !told.has(field))).toEqual([]);
    },
  );

  test("of the market's sources is read from the call", () => {
    const read = (names: readonly string[], item: z.ZodObject) =>
      Object.keys(item.shape).filter((name) => !names.includes(name));
    expect(read(reportFields, shortPosition)).toEqual([]);
    expect(read(marginFields, marginAlertItem)).toEqual(["name"]);
  });

  test("that both tables have is read and told without another line, and no other", () => {
    const longer = shortPosition.extend({ sellerAddress: z.string().optional() });
    expect(sharedFields(reportCall, longer)).toContain("sellerAddress");
    const record = {
      code: "7203",
      seller: "A",
      ratio: 0.6,
      calculatedOn: "2026-11-17",
      disclosedOn: "2026-11-18",
    };
    const told = itemOf(longer, { ...record, sellerAddress: "Tokyo", madeUp: "-" } as z.infer<typeof longer>);
    expect(told).toEqual({ ...record, sellerAddress: "Tokyo" });
  });

  test("is told only where the item has it, whatever else the record says", () => {
    const record = { part: 1, body: "-", yes: 0, no: 0, icon: "http://localhost/icon", feeling: "strong" };
    expect(itemOf(comment, { code: "7203", ...record })).toEqual({
      ...{ code: "7203", part: 1, body: "-", yes: 0, no: 0 },
    });
  });
});
