/**
 * What stands over a random life of five sources and a set of records, with commits that fail and restarts: after
 * each commit it is what the database has, and at each event what the events so far make of the first sight.
 */
import { describe, expect, it } from "vitest";
import { eventTypesOf } from "../../src/files/event-types.ts";
import type { LogEntry } from "../../src/model/event.ts";
import type { Alert } from "../../src/model/news-items.ts";
import type { Standing } from "../../src/model/standing.ts";
import { createMemory } from "../../src/rules/state/index.ts";
import { alertsOf } from "../app/replayed-alerts.ts";
import { entry, rulesOf } from "../rules/support.ts";
import { fc } from "../support/fast-check.ts";
import { runsOf } from "../support/runs.ts";
import { type Life, lifeSettings, liveWith } from "./standing-life.ts";

const numRuns = runsOf({ quick: 12, long: 400 });
const codes = ["7203", "6758"] as const;
const sellers = ["Alpha", "Beta"] as const;

const shown = [
  "standing.short",
  "standing.sellers",
  "standing.place",
  "standing.listed",
  "standing.ranked",
  "standing.comments",
  "standing.series",
  "standing.closes",
  "standing.first.now.seller",
  "standing.first.was.seller",
  "standing.second.now.ratio",
  "standing.last.now.code",
  "latest.shortSaleReports[now.code].seller",
  "latest.marginAlerts[now.code].shortRatio",
  "latest.forumRanking[now.code].rank",
  "latest.forumComments[now.code].body",
  'latest.statisticsUpdates["FM08/" + now.code].value',
  "latest.prices[now.code].close",
];

const rules = rulesOf(
  `standing:
  short: { of: short-sale-reports, sum: now.ratio, by: now.code }
  sellers: { of: short-sale-reports, distinct: now.seller, by: now.code }
  place: { of: short-sale-reports, sum: now.ratio, by: now.code, rank: highest }
  listed: { of: margin-alerts, sum: now.shortRatio, by: now.code }
  ranked: { of: forum-ranking, average: now.rank, by: now.code }
  comments: { of: forum-comments, sum: now.yes, by: now.code }
  series: { of: statistics-updates, sum: now.value, by: [], when: now.db == "FM08" }
  closes: { of: prices, sum: now.close, by: now.code }
  first: { of: short-sale-reports, largest: now.ratio, by: now.code }
  second: { of: short-sale-reports, largest: now.ratio, nth: 2, by: now.code }
  last: { of: forum-ranking, smallest: now.rank, by: [] }
rules:
  - name: shown
    on: short.report.*
    title: "{{ standing.short }} {{ standing.sellers }} {{ standing.first.now.seller }} {{ standing.first.was.seller }}"
  - name: seen
    on: [margin.alert.*, forum.ranking.*, forum.comment.*]
    title: "${shown
      .map((one) => `{{ ${one} }}`)
      .join(" ")
      .replaceAll('"', "'")}"
  - name: probe
    on: short.report.opened
    title: "${shown
      .map((one) => `{{ ${one} }}`)
      .join(" ")
      .replaceAll('"', "'")}"
`,
  undefined,
  eventTypesOf(lifeSettings as never),
);

/** All that the rules see of what stands, stock by stock. */
function probe(standing: Standing | undefined): string[] {
  return codes.map((code) => {
    const evaluation = { ...createMemory(), standing };
    const firings = rules.match(entry({ type: "short.report.opened", now: { code } }), evaluation);
    return firings.find(({ rule }) => rule === "probe")?.title ?? "";
  });
}

const code = fc.constantFrom(...codes);
const tenths = (most: number) => fc.integer({ min: 1, max: most }).map((number) => number / 10);
const list = <T>(one: fc.Arbitrary<T>) => fc.array(one, { maxLength: 4 });
const onceEach = <T>(one: fc.Arbitrary<T>, by: (item: T) => string) =>
  fc.uniqueArray(one, { maxLength: 4, selector: by });

const shorts = list(
  fc.record({
    code,
    seller: fc.constantFrom(...sellers),
    ratio: tenths(20),
    late: fc.integer({ min: 0, max: 3 }),
  }),
);
const margins = onceEach(fc.record({ code, shortRatio: tenths(9) }), (one) => one.code);
const ranking = fc.shuffledSubarray([...codes, "9984"], { minLength: 1 });
const comments = onceEach(
  fc.record({ code, part: fc.integer({ min: 1, max: 5 }), body: fc.constantFrom("a", "b"), yes: fc.nat(3) }),
  (one) => `${one.code} ${one.part}`,
);
const series = onceEach(
  fc.record({
    code,
    points: fc.dictionary(fc.constantFrom("2026-01", "2026-02"), fc.option(fc.nat(9)), { minKeys: 1 }),
  }),
  (one) => one.code,
);
const bars = onceEach(fc.record({ code, close: fc.nat(9) }), (one) => one.code);

/** A poll of one source, with what its service shows by then. */
const action = fc.record({
  poll: fc.oneof(
    shorts.map((items) => ({ source: "short-sale-reports", items })),
    margins.map((items) => ({ source: "margin-alerts", items })),
    ranking.map((items) => ({ source: "forum-ranking", items })),
    comments.map((items) => ({ source: "forum-comments", items })),
    series.map((items) => ({ source: "statistics-updates", items })),
    bars.map((items) => ({ source: "prices", items })),
  ),
  fate: fc.constantFrom("written", "written", "fails", "restarts", "next day"),
});

function itemsOf({ source, items }: { source: string; items: readonly unknown[] }, day: string): unknown[] {
  const before = (days: number) => new Date(Date.parse(day) - days * 86_400_000).toISOString().slice(0, 10);
  switch (source) {
    case "short-sale-reports":
      return (items as { late: number }[]).map(({ late, ...now }) => ({
        ...now,
        calculatedOn: before(late),
        disclosedOn: day,
      }));
    case "margin-alerts":
      return (items as object[]).map((now) => ({
        ...{ name: "Example", regulation: [], reasons: [], ...now },
        ...{ publishedOn: day, appliedOn: day },
      }));
    case "forum-ranking":
      return items.map((ranked) => ({ term: "daily", code: ranked, name: "Example" }));
    case "statistics-updates":
      return (items as object[]).map((one) => ({ db: "FM08", ...one }));
    case "prices":
      return (items as object[]).map((one) => ({ ...one, date: day }));
    default:
      return [...items];
  }
}

/** The short positions that stand, by the events alone. */
function createOracle() {
  const positions = new Map<string, { code: string; seller: string; ratio: number }>();
  const of = (code: string) => [...positions.values()].filter((one) => one.code === code);
  /** Who has the largest; of the same ratio the first by name. */
  const firstOf = (code: string) => {
    const [first] = of(code).sort((a, b) => b.ratio - a.ratio || (a.seller < b.seller ? -1 : 1));
    return first?.seller ?? "–";
  };
  return {
    take({ event: { data } }: LogEntry): string {
      const now = data.now as { code: string; seller: string; ratio: number };
      const was = firstOf(now.code);
      if (now.ratio < 0.5) positions.delete(`${now.code} ${now.seller}`);
      else positions.set(`${now.code} ${now.seller}`, now);
      const own = of(now.code).map(({ ratio }) => Math.round(ratio * 10));
      const total = own.reduce((sum, one) => sum + one, 0) / 10;
      return `${total} ${own.length} ${firstOf(now.code)} ${was}`;
    },
  };
}

async function poll(
  life: Life,
  { poll: asked, fate }: { poll: { source: string; items: unknown[] }; fate: string },
) {
  if (fate === "next day") life.nextDay();
  life.show(asked.source, itemsOf(asked, life.day()));
  const before = probe(life.standing.now());
  const entries = await life.poll(asked.source, fate === "fails" ? "fails" : "written");
  if (fate === "fails") expect(probe(life.standing.now())).toEqual(before);
  if (fate === "restarts") await life.restart();
  return entries;
}

describe("what stands", () => {
  it("is after each commit what the database has, over failures and restarts", {
    timeout: 300_000,
  }, async () => {
    const seen = new Set<string>();
    await fc.assert(
      fc.asyncProperty(fc.array(action, { minLength: 5, maxLength: 25 }), async (actions) => {
        const life = await liveWith(rules);
        try {
          for (const one of actions) {
            for (const { event } of await poll(life, one)) seen.add(event.type);
            const anew = await life.anew();
            expect(probe(life.standing.now())).toEqual(probe(anew.now()));
          }
        } finally {
          life.close();
        }
      }),
      { numRuns },
    );
    for (const type of ["short.report.closed", "margin.alert.lifted", "forum.ranking.left"])
      expect(seen, type).toContain(type);
  });

  it("is in a replay what it was in life, also of a log whose beginning went", {
    timeout: 300_000,
  }, async () => {
    const counts = { alerts: 0, pruned: 0 };
    await fc.assert(
      fc.asyncProperty(
        fc.array(fc.record({ action, prunes: fc.nat(9) }), { minLength: 8, maxLength: 30 }),
        async (steps) => {
          const life = await liveWith(rules);
          try {
            for (const { action: one, prunes } of steps) {
              await poll(life, one);
              if (prunes !== 0) continue;
              life.prune();
              counts.pruned += 1;
            }
          } finally {
            life.close();
          }
          const { lived, replayed } = alertsOf(life.path, rules);
          counts.alerts += lived.length;
          expect(replayed).toEqual(lived);
        },
      ),
      { numRuns },
    );
    expect(counts.alerts).toBeGreaterThan(numRuns);
    expect(counts.pruned).toBeGreaterThan(numRuns);
  });

  it("is at each event what the events so far say of the short positions", { timeout: 300_000 }, async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(shorts, { minLength: 2, maxLength: 12 }), async (polls) => {
        const life = await liveWith(rules);
        const oracle = createOracle();
        try {
          await life.poll("short-sale-reports");
          for (const items of polls) {
            life.nextDay();
            const asked = items.map((one) => ({ ...one, late: 0 }));
            life.show(
              "short-sale-reports",
              itemsOf({ source: "short-sale-reports", items: asked }, life.day()),
            );
            const entries = await life.poll("short-sale-reports");
            const causes = new Map(entries.map((one) => [one.seq, one]));
            const alerts = entries.filter(
              ({ event }) => (event.data.now as unknown as Alert).rule === "shown",
            );
            for (const { event } of alerts) {
              const { title, cause } = event.data.now as unknown as Alert;
              expect(title).toBe(oracle.take(causes.get(cause.seq) as LogEntry));
            }
          }
        } finally {
          life.close();
        }
      }),
      { numRuns },
    );
  });
});
