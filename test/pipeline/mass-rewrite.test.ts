import { describe, expect, test } from "vitest";
import type { EventDraft } from "../../src/model/event.ts";
import { massRewrite, rewriteWords } from "../../src/pipeline/mass-rewrite.ts";

const limits = { items: 50, share: 0.2 };

function draft(index: number, more: Partial<EventDraft> = {}): EventDraft {
  const code = String(1300 + index);
  return {
    type: "margin.alert.corrected",
    source: "/sources/margin-alerts",
    subject: code,
    rewrites: code,
    data: {
      now: { code, publishedOn: "2026-11-20", shortRatio: 1.6 },
      was: { code, publishedOn: "2026-11-19", shortRatio: 1.5 },
      changed: ["publishedOn", "shortRatio"],
    },
    ...more,
  };
}

const drafts = (count: number, more: Partial<EventDraft> = {}) =>
  Array.from({ length: count }, (_, index) => draft(index, more));

const items = (diff: Parameters<typeof massRewrite>[0]) => massRewrite(diff, limits)?.items;

describe("a poll is held back", () => {
  test("for 50 items, and not for 49", () => {
    expect(items({ drafts: drafts(50), covers: 50 })).toBe(50);
    expect(items({ drafts: drafts(49), covers: 49 })).toBeUndefined();
  });

  test("for more than a fifth of what it covers, and not for exactly a fifth", () => {
    expect(items({ drafts: drafts(50), covers: 250 })).toBeUndefined();
    expect(items({ drafts: drafts(50), covers: 249 })).toBe(50);
    expect(items({ drafts: drafts(51), covers: 250 })).toBe(51);
  });

  test("at exactly its share, whatever the share is as a binary number", () => {
    for (let percent = 1; percent < 100; percent++) {
      const own = { items: 1, share: percent / 100 };
      expect(massRewrite({ drafts: drafts(percent), covers: 100 }, own)).toBeUndefined();
      expect(massRewrite({ drafts: drafts(percent + 1), covers: 100 }, own)).toBeDefined();
    }
  });

  test("by the limits of its source", () => {
    const diff = { drafts: drafts(3), covers: 4 };
    expect(massRewrite(diff, { items: 3, share: 0.7 })).toMatchObject({ items: 3, covers: 4 });
    expect(massRewrite(diff, { items: 4, share: 0.7 })).toBeUndefined();
    expect(massRewrite(diff, { items: 3, share: 0.75 })).toBeUndefined();
  });

  test("only for what rewrites something that was published", () => {
    const { rewrites: _, ...news } = draft(0);
    expect(items({ drafts: [...drafts(49), ...Array.from({ length: 60 }, () => news)], covers: 60 })).toBe(
      undefined,
    );
  });

  test("never where the source does not say what it covers", () => {
    expect(items({ drafts: drafts(500) })).toBeUndefined();
  });

  test("by items, not by events: one that is rewritten on two days counts once", () => {
    expect(items({ drafts: [...drafts(49), ...drafts(49)], covers: 49 })).toBeUndefined();
  });

  test("by positions, not by stocks, where several sellers report one", () => {
    const sellers = Array.from({ length: 50 }, (_, index) =>
      draft(0, {
        type: "short.report.corrected",
        rewrites: `1300/Example Capital ${index}`,
        data: { now: { code: "1300", seller: `Example Capital ${index}`, ratio: 1 } },
      }),
    );
    expect(items({ drafts: sellers, covers: 60 })).toBe(50);
  });
});

describe("what is told of a rewrite", () => {
  test("names the fields without the days, and five samples", () => {
    const rewrite = massRewrite({ drafts: drafts(60), covers: 90 }, limits, ["publishedOn"]);
    expect(rewrite?.fields).toEqual(["shortRatio"]);
    expect(rewrite?.samples).toEqual(
      ["1300", "1301", "1302", "1303", "1304"].map((key) => {
        return { key, field: "shortRatio", from: "1.5", to: "1.6" };
      }),
    );
    expect(rewrite && rewriteWords(rewrite)).toMatch(
      /^60 of 90 published items were rewritten \(shortRatio\), such as 1300 shortRatio 1\.5 -> 1\.6; 1301 /,
    );
  });

  test("names the period of a revision, also of a value that was withdrawn", () => {
    const revised = Array.from({ length: 50 }, (_, index) => {
      const now = {
        db: "FM08",
        code: `FX${index}`,
        revisions: [
          { period: "2026-01", from: 1.5, to: 1.25 },
          { period: "2026-02", from: 2 },
        ].slice(index % 2),
      };
      const data = { now, was: { db: "FM08", code: `FX${index}` }, changed: ["revisions"] };
      return draft(index, { type: "statistics.series.revised", rewrites: `FM08/FX${index}`, data });
    });
    const rewrite = massRewrite({ drafts: revised, covers: 50 }, limits);
    expect(rewrite?.fields).toEqual(["value"]);
    expect(rewrite?.samples.slice(0, 2)).toEqual([
      { key: "FM08/FX0", field: "value of 2026-01", from: "1.5", to: "1.25" },
      { key: "FM08/FX1", field: "value of 2026-02", from: "2", to: "nothing" },
    ]);
  });

  test("keeps what strangers wrote on one short line", () => {
    const seller = `A\u001b[31m\n${"x".repeat(500)}`;
    const strange = drafts(50).map((each, index) => ({
      ...each,
      type: "short.report.corrected" as const,
      data: { now: { code: String(index), seller, ratio: 1 }, was: { ratio: 2 }, changed: ["ratio"] },
    }));
    const rewrite = massRewrite({ drafts: strange, covers: 50 }, limits);
    for (const { key } of rewrite?.samples ?? []) {
      expect(key).not.toMatch(/\p{Cc}/u);
      expect(key.length).toBeLessThanOrEqual(80);
    }
  });
});
