/**
 * What an event costs with many rules: through judge, from the events of a poll to the alerts that would be committed,
 * beside a hash index written by hand for exactly these rules, and beside engines that evaluate every rule.
 */
import type { EventDraft } from "../../../src/model/event.ts";
import type { RuleSet } from "../../../src/model/rule.ts";
import { type Contender, compareRates, type Rate } from "./compare-rates.ts";
import { createHandIndex } from "./hand-index.ts";
import { compile, createJudging } from "./judge-drafts.ts";
import { notIndexed } from "./not-indexed.ts";
import { createJsonRulesEngine, createZen, type Peer } from "./peers.ts";
import { drafts, type RuleFacts, ruleFacts, ruleFiles } from "./workload.ts";

const batch = 500;
const all = ruleFacts(10_000);
const lines: string[] = [];

function judging(name: string, rules: RuleSet, events: readonly EventDraft[]): Contender {
  const judge = createJudging(rules);
  return { name, events: events.length, run: () => judge(events).length };
}

function byHand(rules: readonly RuleFacts[], events: readonly EventDraft[]): Contender {
  const alertsOf = createHandIndex(rules);
  const run = () => events.reduce((alerts, draft, at) => alerts + alertsOf(draft, at).length, 0);
  return { name: "hash index by hand, without judge", events: events.length, run };
}

/** The first is the measure of the others. */
function report(title: string, rates: readonly Rate[]): void {
  lines.push("", title);
  const [first] = rates;
  for (const { name, perSecond, alertShare } of rates) {
    const ratio = perSecond / (first?.perSecond ?? Number.NaN);
    const shown = ratio >= 0.01 && ratio < 100 ? ratio.toFixed(3) : ratio.toPrecision(3);
    lines.push(
      `  ${name.padEnd(44)} ${Math.round(perSecond).toLocaleString("en").padStart(10)} events/s  ` +
        `ratio ${shown.padStart(9)}  ${alertShare.toFixed(1)} alerts for 100 events`,
    );
  }
}

async function besideHand(firesEvery: number): Promise<void> {
  const events = drafts(all, batch, firesEvery);
  const rates = await compareRates([
    judging("10 rules", compile(ruleFiles(all.slice(0, 10))), events),
    judging("10,000 rules", compile(ruleFiles(all)), events),
    byHand(all, events),
  ]);
  report(`10 rules = 1, one event in ${firesEvery} fires`, rates.slice(0, 2));
  report(`by hand = 1, 10,000 rules, one event in ${firesEvery} fires`, [
    ...rates.slice(2),
    ...rates.slice(1, 2),
  ]);
}

async function besidePeers(rules: readonly RuleFacts[]): Promise<void> {
  const few = drafts(rules, 20, 20);
  const ours = judging("judge", compile(ruleFiles(rules)), drafts(rules, batch, 20));
  for (const [name, create] of [
    ["json-rules-engine", createJsonRulesEngine],
    ["zen-engine", createZen],
  ] as const) {
    report(`${name} = 1, 1,000 rules`, await compareRates([asking(name, create(rules), few), ours]));
  }
}

function asking(name: string, peer: Peer, events: readonly EventDraft[]): Contender {
  const run = async () => {
    let alerts = 0;
    for (const draft of events) alerts += (await peer(draft)).length;
    return alerts;
  };
  return { name, events: events.length, run };
}

/** 1 % of the rules cannot be indexed, by the kind of their condition. */
async function withOthers(): Promise<void> {
  const events = drafts(all, batch, 20);
  const contenders = [judging("all indexed", compile(ruleFiles(all)), events)];
  for (const [kind, conditions] of Object.entries(notIndexed(100))) {
    contenders.push(judging(kind, compile(ruleFiles(all.slice(0, 9_900), conditions)), events));
  }
  report("all indexed = 1, 1 % of other rules", await compareRates(contenders));
}

for (const firesEvery of [20, 1]) await besideHand(firesEvery);
await besidePeers(all.slice(0, 1_000));
await withOthers();
process.stdout.write(`${lines.join("\n")}\n`);
