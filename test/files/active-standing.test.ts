import { join } from "node:path";
import Sqlite from "better-sqlite3";
import { expect, onTestFinished, test } from "vitest";
import { createActiveStanding, itemKeys, standingAnswers } from "../../src/files/active-standing.ts";
import type { EventType } from "../../src/model/event.ts";
import type { Standing } from "../../src/model/standing.ts";
import type { CompiledRules } from "../../src/rules/rule-set.ts";
import { createMemory } from "../../src/rules/state/index.ts";
import { openStoreReader } from "../../src/store/reader.ts";
import { openStore } from "../../src/store/store.ts";
import { entry, rulesOf } from "../rules/support.ts";
import { tmpFolder } from "../support/tmp-folder.ts";

const answers = standingAnswers({ recordSources: [] });
const shorts = "short-sale-reports";

const rulesWith = (measure: string) =>
  rulesOf(`standing:
  asked: { of: short-sale-reports, ${measure}, by: now.code }
rules:
  - { name: shown, on: "short.report.*", title: "{{ standing.asked }}" }
`);

const position = (seller: string, ratio: number) => {
  const report = { code: "7203", seller, ratio, calculatedOn: "2026-01-05", disclosedOn: "2026-01-05" };
  return { scope: "", key: `7203|${seller}|`, body: { reports: [report] } };
};

/** A database that has so many positions. */
function storeWith(positions: number, path = join(tmpFolder(), "state.db")) {
  const store = openStore(path, { now: () => 0, isPassing: true });
  onTestFinished(store.close);
  const put = Array.from({ length: positions }, (_, index) => position(`S${index}`, 1));
  const source = { name: shorts, cursor: {}, put, drop: [], outage: null };
  store.commit({ source, entries: [], cooldowns: [], mails: [] });
  return store;
}

function shown(rules: CompiledRules, standing: Standing | undefined): string | undefined {
  const event = entry({ type: "short.report.opened", now: { code: "7203" } });
  return rules.match(event, { ...createMemory(), standing })[0]?.title;
}

test("rules become active once what they name is read, in their order, with what was committed meanwhile", async () => {
  const store = storeWith(500);
  const [sum, count, none] = [rulesWith("sum: now.ratio"), rulesWith("count: true"), rulesOf("rules: []")];
  let active = sum;
  const standing = createActiveStanding(() => active, answers, store);
  await standing.waiting();
  await standing.waiting();
  expect(shown(sum, standing.now())).toBe("500");
  const order: string[] = [];
  const activate = (rules: CompiledRules, name: string) =>
    standing.activate(rules, () => {
      active = rules;
      order.push(name);
    });
  activate(count, "count");
  activate(none, "none");
  activate(sum, "sum");
  expect(order).toEqual([]);
  const source = {
    name: shorts,
    put: [position("S3", 5), position("T", 2)],
    drop: [{ scope: "", key: "7203|S4|" }],
    outage: null,
  };
  standing.settle({ source }, []);
  standing.keep();
  store.commit({ source, entries: [], cooldowns: [], mails: [] });
  await expect.poll(() => order).toEqual(["count", "none", "sum"]);
  expect(shown(sum, standing.now())).toBe("505");
  activate(sum, "the same");
  expect(order.at(-1)).toBe("the same");
});

test("an edit that is given up stops nothing, and nothing becomes active after the end", async () => {
  const store = storeWith(200);
  const sum = rulesWith("sum: now.ratio");
  const standing = createActiveStanding(() => sum, answers, store);
  await standing.waiting();
  const order: string[] = [];
  standing.activate(undefined, () => order.push("refused"));
  expect(order).toEqual(["refused"]);
  standing.activate(rulesWith("count: true"), () => order.push("never"));
  standing.stop();
  for (let turn = 0; turn < 50; turn += 1) await new Promise((resolve) => setImmediate(resolve));
  expect(order).toEqual(["refused"]);
});

test("what stands in a database of before is kept with the log at the first start, once", async () => {
  const path = join(tmpFolder(), "state.db");
  const first = storeWith(120, path);
  first.close();
  const db = new Sqlite(path);
  db.exec("DELETE FROM meta WHERE key = 'standing.kept'");
  db.close();
  const keptIn = () => {
    const reader = openStoreReader(path);
    const kept = reader.silent.after({ seq: -1, id: 0 }, 1_000);
    reader.close();
    return kept.length;
  };
  for (const expected of [0, 121]) {
    expect(keptIn()).toBe(expected);
    const store = openStore(path, { now: () => 0, isPassing: true });
    const standing = createActiveStanding(() => rulesOf("rules: []"), answers, store);
    await standing.waiting();
    expect(keptIn()).toBe(121);
    store.close();
  }
});

test("events of a source have the name of their item, and news of the source itself has none", () => {
  const keyOf = itemKeys({ recordSources: [] });
  const about = (type: EventType, now: Record<string, unknown>) =>
    keyOf(entry({ type, source: `/sources/${shorts}`, now }).event);
  const now = { code: "7203", seller: "Example Capital", fund: "One" };
  const key = about("short.report.opened", now);
  expect(key).toEqual(expect.any(String));
  expect(about("short.report.closed", { ...now, ratio: 0.4 })).toBe(key);
  expect(about("short.report.opened", { ...now, fund: "Two" })).not.toBe(key);
  expect(about("source.failed", { source: shorts, reason: "timeout" })).toBeUndefined();
  expect(keyOf(entry({ type: "rules.loaded", source: "/rules", now: { files: [] } }).event)).toBeUndefined();
});
