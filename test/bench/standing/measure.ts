/**
 * What an event costs that 1,000 rules judge by what stands, over 20,000 items, beside the same rules over its own
 * fields: judged and committed to a database, as the monitor has it, and judged alone.
 */
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { standingAnswers } from "../../../src/files/active-standing.ts";
import type { EventDraft, Fields } from "../../../src/model/event.ts";
import type { RuleSet } from "../../../src/model/rule.ts";
import { commit } from "../../../src/pipeline/commit.ts";
import { judge } from "../../../src/pipeline/judge.ts";
import { keepStanding, type StandingParts } from "../../../src/pipeline/standing/keep-standing.ts";
import { openStore } from "../../../src/store/store.ts";
import { sourceWrite } from "../../store/batches.ts";
import { type Contender, compareRates } from "../rules/compare-rates.ts";
import { compile, createJudging, houseWith } from "../rules/judge-drafts.ts";

const rules = 1_000;
const items = 20_000;
const stocks = 4_000;
const batch = 500;

const codeOf = (at: number) => String(1_000 + (at % stocks));
const positionOf = (at: number, ratio: number) => ({
  code: codeOf(at),
  seller: `Seller ${at % items}`,
  ratio,
  shares: 10_000 + at,
  calculatedOn: "2026-01-05",
  disclosedOn: "2026-01-06",
});

/** The events of a poll, each about another of the items. */
function drafts(ratioOf: (at: number) => number, before: (at: number) => number): EventDraft[] {
  return Array.from({ length: batch }, (_, at) => {
    const [now, was] = [positionOf(at * 37, ratioOf(at)), positionOf(at * 37, before(at))];
    return {
      type: "short.report.increased",
      source: "/sources/short-sale-reports",
      subject: now.code,
      published: now.disclosedOn,
      occurred: now.calculatedOn,
      data: { now, was, changed: ["ratio"] },
    };
  });
}

/** Two polls that come in turns, so that each event changes its item. */
const high = (at: number) => 0.8 + (at % 7) / 10;
const low = (at: number) => 0.51 + (at % 5) / 100;
const polls = [drafts(high, low), drafts(low, high)] as const;

/** So many rules, each with a level of its own; hardly any event reaches one. */
function rulesAsking(lines: (level: number) => string): RuleSet {
  const each = Array.from({ length: rules }, (_, at) => {
    const asked = lines(60 + at / 10);
    return `  - name: rule-${at}\n    on: short.report.*\n    ${asked}\n    title: "{{ now.code }}"\n`;
  });
  const standing = "standing:\n  total: { of: short-sale-reports, sum: now.ratio, by: now.code }\n";
  return compile([{ file: "bench.yaml", text: `${standing}rules:\n${each.join("")}` }]);
}

/** @param events in a run; a rule with a state of its own is asked about each */
function judging(name: string, set: RuleSet, events = batch): Contender {
  const judge = createJudging(set, standingOf(set));
  const some = polls.map((poll) => poll.slice(0, events));
  return {
    ...{ name, events: events * some.length },
    run: () => some.reduce((alerts, poll) => alerts + judge(poll).length, 0),
  };
}

const source = "short-sale-reports";
const folder = mkdtempSync(join(tmpdir(), "yagura-bench-"));
const stores: { close(): void }[] = [];

/** The same and its commit: the events go on the log, and the positions are stored, in one transaction a poll. */
function living(name: string, set: RuleSet): Contender {
  const house = houseWith(set);
  const store = openStore(join(folder, `${stores.length}.db`), { now: house.now });
  stores.push(store);
  const standing = { ...standingOf(set, store), waiting: () => undefined };
  const changes = polls.map((told) => ({
    drafts: told,
    batch: {
      source: sourceWrite({
        name: source,
        put: told.map(({ data: { now } }) => ({ scope: "", key: keyOf(now), body: { reports: [now] } })),
        cursor: { readTo: "2026-01-06" },
      }),
    },
  }));
  return {
    ...{ name, events: changes.length * batch },
    run: () => {
      let alerts = 0;
      for (const change of changes) {
        const judged = judge(change, { ...house, store, standing });
        alerts += (judged.batch.entries.length ?? 0) - batch;
        const { error } = commit(judged, { ...house, store, standing });
        if (error !== undefined) throw error;
      }
      return alerts;
    },
  };
}

const answers = standingAnswers({ recordSources: [] });
const keyOf = (now: Fields) => answers(source)?.keyOf(now) ?? "";
const emptyStore = {
  state: () => ({ cursor: {}, item: () => undefined }),
  heldState: () => ({ cursor: {} }),
};

/** All that stands, as the rules name it. */
function standingOf(set: RuleSet, store: StandingParts["store"] = emptyStore) {
  const standing = set.standing?.create();
  const all = () => (standing === undefined ? [] : [standing]);
  for (let at = 0; at < items; at += 1) {
    const now = positionOf(at, 0.5);
    const dates = { occurred: now.calculatedOn, published: now.disclosedOn };
    standing?.take({ source, key: keyOf(now), item: { subject: now.code, now, ...dates } });
  }
  for (let at = 0; at < stocks; at += 1)
    standing?.take({
      ...{ source: "margin-alerts", key: codeOf(at) },
      item: { subject: codeOf(at), now: { code: codeOf(at), shortRatio: at % 50 } },
    });
  standing?.know(source, true);
  return keepStanding({ answers, all, now: () => standing, store });
}

const plain = rulesAsking((level) => `when: now.ratio > ${level}`);
const sums = rulesAsking((level) => `when: standing.total > ${level}`);
const lookups = rulesAsking((level) => `when: latest.marginAlerts[now.code].shortRatio > ${level}`);
const [ofField, ofSum, ofLookup] = [
  "now.ratio > LEVEL",
  "standing.total > LEVEL",
  "latest...shortRatio > LEVEL",
];

const pairs: readonly (readonly [name: string, contenders: readonly Contender[]])[] = [
  [
    "to the commit, a comparison of a field = 1",
    [living(ofField, plain), living(ofSum, sums), living(ofLookup, lookups)],
  ],
  [
    "judged alone, a comparison of a field = 1",
    [judging(ofField, plain), judging(ofSum, sums), judging(ofLookup, lookups)],
  ],
  [
    "a field that crosses = 1",
    [
      judging(
        "crosses: now.ratio",
        rulesAsking((level) => `crosses: { of: now.ratio, above: ${level} }`),
        20,
      ),
      judging(
        "crosses: standing.total",
        rulesAsking((level) => `crosses: { of: standing.total, above: ${level} }`),
        20,
      ),
    ],
  ],
];

for (const [title, contenders] of pairs) {
  const rates = await compareRates(contenders);
  const first = rates[0]?.perSecond ?? Number.NaN;
  const lines = rates.map(
    ({ name, perSecond }) =>
      `  ${name.padEnd(42)} ${Math.round(perSecond).toLocaleString("en").padStart(9)} events/s  ratio ${(perSecond / first).toFixed(3)}\n`,
  );
  process.stdout.write(`\n1,000 rules, 20,000 items, ${title}\n${lines.join("")}`);
}
for (const store of stores) store.close();
rmSync(folder, { recursive: true });
