/** What an event costs that 1,000 rules judge by what stands, over 20,000 items, beside the same rules over its own fields. */
import { standingAnswers } from "../../../src/app/standing.ts";
import type { EventDraft } from "../../../src/model/event.ts";
import type { RuleSet } from "../../../src/model/rule.ts";
import { keepStanding } from "../../../src/pipeline/standing.ts";
import { type Contender, compareRates } from "../rules/compare-rates.ts";
import { compile, createJudging } from "../rules/judge-drafts.ts";

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

/** Each event is about another of the items; its new ratio is that of its round. */
const drafts: readonly EventDraft[] = Array.from({ length: batch }, (_, at) => {
  const item = at * 37;
  const [now, was] = [positionOf(item, 0.5 + (at % 7) / 10), positionOf(item, 0.5)];
  return {
    type: "short.report.increased",
    source: "/sources/short-sale-reports",
    subject: now.code,
    published: now.disclosedOn,
    occurred: now.calculatedOn,
    data: { now, was, changed: ["ratio"] },
  };
});

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
  const some = drafts.slice(0, events);
  return { name, events, run: () => judge(some).length };
}

/** All that stands, as the rules name it. */
function standingOf(set: RuleSet) {
  const standing = set.standing?.create();
  const all = () => (standing === undefined ? [] : [standing]);
  const answers = standingAnswers({ recordSources: [] });
  for (let at = 0; at < items; at += 1) {
    const now = positionOf(at, 0.5);
    const key = answers("short-sale-reports")?.keyOf(now) ?? "";
    const dates = { occurred: now.calculatedOn, published: now.disclosedOn };
    standing?.take({ source: "short-sale-reports", key, item: { subject: now.code, now, ...dates } });
  }
  for (let at = 0; at < stocks; at += 1)
    standing?.take({
      ...{ source: "margin-alerts", key: codeOf(at) },
      item: { subject: codeOf(at), now: { code: codeOf(at), shortRatio: at % 50 } },
    });
  standing?.know("short-sale-reports", true);
  const store = { state: () => ({ cursor: {}, item: () => undefined }), heldState: () => ({ cursor: {} }) };
  return keepStanding({ answers, all, now: () => standing, store });
}

const pairs: readonly (readonly [name: string, contenders: readonly Contender[]])[] = [
  [
    "a comparison of a field = 1",
    [
      judging(
        "now.ratio > LEVEL",
        rulesAsking((level) => `when: now.ratio > ${level}`),
      ),
      judging(
        "standing.total > LEVEL",
        rulesAsking((level) => `when: standing.total > ${level}`),
      ),
      judging(
        "latest...[now.code].shortRatio > LEVEL",
        rulesAsking((level) => `when: latest.marginAlerts[now.code].shortRatio > ${level}`),
      ),
    ],
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
