/** The rules of docs/rules-events.md about disclosures, over polls of the simulated service: what they tell is what it published. */
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, onTestFinished, test } from "vitest";
import { allEventTypes } from "../../src/files/event-types.ts";
import { createHttp } from "../../src/lib/http/http.ts";
import { jstDay } from "../../src/model/dates.ts";
import type { Event } from "../../src/model/event.ts";
import { createRecordSource } from "../../src/sources/records/index.ts";
import { createMarketClient } from "../../src/upstreams/market/client.ts";
import { recordSetsOf } from "../../src/upstreams/record-sets.ts";
import { createStatisticsClient } from "../../src/upstreams/statistics/client.ts";
import { rulesOf } from "../rules/support.ts";
import { openWorld } from "../simulator/open-world.ts";
import { createMemoryState } from "../sources/memory-state.ts";
import { pollAndCommit } from "../sources/poll-and-commit.ts";

const dayMs = 60_000;
const days = 12;
const page = readFileSync(join(import.meta.dirname, "../../docs/rules-events.md"), "utf8");
const ruleNamed = (name: string) => {
  const blocks = [...page.matchAll(/```yaml\n(.*?)```/gs)].map(([, block = ""]) => block);
  return rulesOf(
    blocks.find((block) => block.includes(`- name: ${name}\n`)) ?? "",
    undefined,
    allEventTypes(),
  );
};

/** Watches the results by their company, as the page says. */
function watchResults(marketUrl: string, statisticsUrl: string, today: () => string) {
  const set = recordSetsOf().get("market/fins/summary");
  if (set === undefined) throw new Error("no such set");
  const http = createHttp();
  const market = createMarketClient({ url: marketUrl, apiKey: "any", http });
  const clients = {
    market,
    statistics: createStatisticsClient({ url: statisticsUrl, language: "en", http }),
  };
  const key = ["code"];
  const compare = Object.keys(set.fields).filter((field) => !key.includes(field) && field !== "name");
  const query = { from: { last: 70 }, to: "today" };
  const readNames = async () => {
    const names = await market.names();
    return (code: string) => names.get(code)?.name;
  };
  return createRecordSource(
    { name: "results", set, key, compare, tolerance: {}, query },
    { clients, today, readNames },
  );
}

type Row = Record<string, string>;
type Told = readonly [code: string, day: string];

/** The disclosures of a company, each with the one before it. */
function pairsOf(rows: readonly Row[]): [now: Row, was: Row][] {
  const inOrder = rows.toSorted((a, b) => ((a.DiscDate ?? "") < (b.DiscDate ?? "") ? -1 : 1));
  return inOrder.slice(1).map((now, at) => [now, inOrder[at] as Row]);
}

/** Figures that stood before for the year that a disclosure is about: a figure of the year, or of the annual statement before. */
function before(now: Row, was: Row, ofYear: string, ofNext: string): string | undefined {
  if (now.CurFYEn === was.CurFYEn) return was[ofYear];
  return now.CurFYEn === was.NxtFYEn ? was[ofNext] : undefined;
}

function isCut(now: Row, was: Row): boolean {
  const told = before(now, was, "FNP", "NxFNp");
  return Boolean(told && now.FNP) && Number(now.FNP) <= Number(told) * 0.8;
}

function isRaised(now: Row, was: Row): boolean {
  const told = before(now, was, "FDivAnn", "NxFDivAnn");
  const is = now.FDivAnn || (now.CurFYEn === was.CurFYEn ? now.DivAnn : "");
  return Boolean(told && is) && Number(is) > Number(told);
}

test("a forecast cut by a fifth and a dividend raised are told once each, and nothing else is", async () => {
  const opened = await openWorld({ dialect: "observed", startDate: "2026-08-03", dayMs });
  onTestFinished(() => opened.simulator.close());
  const { simulator, clock, market } = opened;
  const today = () => jstDay(simulator.now());
  const source = watchResults(simulator.marketUrl, simulator.statisticsUrl, today);
  const state = createMemoryState();
  const rules = { cut: ruleNamed("forecast-cut"), raised: ruleNamed("dividend-raised") };
  const told: Record<keyof typeof rules, Told[]> = { cut: [], raised: [] };

  clock.move(dayMs * 0.95);
  const first = await pollAndCommit(source, state);
  expect(first.drafts).toEqual([]);
  const from = today();
  for (let day = 1; day <= days; day += 1) {
    clock.move(dayMs);
    for (const draft of (await pollAndCommit(source, state)).drafts) {
      const event = { ...draft, id: "1", time: `${draft.published}T09:00:00.000Z` } as unknown as Event;
      const { code, name } = draft.data.now as Row;
      expect(name).toMatch(/./);
      for (const [rule, found] of Object.entries(told))
        if (rules[rule as keyof typeof rules].match({ seq: 1, event }).length > 0)
          found.push([String(code), String(draft.published)]);
    }
  }

  const expected: typeof told = { cut: [], raised: [] };
  const issues: Row[] = (await market("equities/master")).json().data;
  for (const { Code } of issues)
    for (const [now, was] of pairsOf((await market(`fins/summary?code=${Code}`)).json().data)) {
      const one = [Code?.slice(0, 4), now.DiscDate] as unknown as Told;
      if (one[1] <= from) continue;
      if (isCut(now, was)) expected.cut.push(one);
      if (isRaised(now, was)) expected.raised.push(one);
    }
  expect(told.cut.toSorted()).toEqual(expected.cut.toSorted());
  expect(told.raised.toSorted()).toEqual(expected.raised.toSorted());
  expect(Math.min(told.cut.length, told.raised.length)).toBeGreaterThan(1);
});

test("over two years of disclosures of all companies, the rules tell what their figures say", async () => {
  const { simulator, market } = await openWorld({ dialect: "observed", startDate: "2026-08-03" });
  onTestFinished(() => simulator.close());
  const client = createMarketClient({ url: simulator.marketUrl, apiKey: "any", http: createHttp() });
  const rules = { cut: ruleNamed("forecast-cut"), raised: ruleNamed("dividend-raised") };
  const isTold = (rule: keyof typeof rules, now: unknown, was: unknown) => {
    const data = { now, was, changed: ["disclosedDate"] };
    const event = { type: "market.fins-summary.changed", subject: "1", id: "1", data };
    return rules[rule].match({ seq: 1, event: event as unknown as Event }).length > 0;
  };
  const counts = { cut: 0, raised: 0 };
  const issues: Row[] = (await market("equities/master")).json().data;
  for (const { Code = "" } of issues) {
    const sent: Row[] = (await market(`fins/summary?code=${Code}`)).json().data;
    const read = await client.read("fins/summary", { code: Code });
    for (const [now, was] of pairsOf(sent)) {
      const of = (row: Row) => read[sent.indexOf(row)];
      const expected = { cut: isCut(now, was), raised: isRaised(now, was) };
      for (const rule of ["cut", "raised"] as const) {
        expect([Code, now.DiscDate, rule, isTold(rule, of(now), of(was))]).toEqual([
          Code,
          now.DiscDate,
          rule,
          expected[rule],
        ]);
        counts[rule] += Number(expected[rule]);
      }
    }
  }
  expect(Math.min(counts.cut, counts.raised)).toBeGreaterThan(20);
});
