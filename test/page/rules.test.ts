/** Rules on the page: how often they fired, what they remember, their examples, and on and off. */
import { chmodSync, mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { createTradingCalendar } from "../../src/calendar/trading-calendar.ts";
import type { ActiveRules } from "../../src/files/active-rules.ts";
import { checkFiles } from "../../src/files/check-files.ts";
import type { ExamplesAnswer, RuleAnswer, RulesAnswer } from "../../src/model/page/rules.ts";
import { alertWrites, silence } from "../store/alert-writes.ts";
import { batch, entry } from "../store/batches.ts";
import { tmpFolder } from "../support/tmp-folder.ts";
import { pageHouse, pageNow } from "./page-house.ts";

const hourMs = 3_600_000;
const dayMs = 24 * hourMs;

const ruleFile = `# My rules.
rules:
  - name: busy-stock # by stock
    description: Comments pile up.
    on: forum.comment.posted
    when: now.yes > 3
    count: { within: 1h, at_least: 3 }
    cooldown: 2h
    severity: warning
    title: Many comments
    texts: { ja: { title: コメント急増, description: コメントが増えています。 } }
    notify: [email:desk]
    examples:
      - silent: { type: forum.comment.posted, now: { code: "9901", yes: 1 } }
      - fires: { type: forum.comment.posted, now: { code: "9901", yes: 9 } } # needs three of them
  - { name: asleep, enabled: false, on: forum.comment.posted, title: t }
  - name: set
    on: forum.comment.posted
    title: t
`;

async function house(settings = "") {
  const folder = tmpFolder();
  for (const part of ["config", "rules"]) mkdirSync(join(folder, part));
  const file = join(folder, "rules/mine.yaml");
  writeFileSync(file, ruleFile);
  writeFileSync(join(folder, "config/monitor.yaml"), settings);
  const { config, rules, problems } = await checkFiles(join(folder, "config/monitor.yaml"), {});
  if (config === undefined || rules === undefined) throw new Error(JSON.stringify(problems));
  const active = { current: () => rules } as ActiveRules;
  const page = pageHouse({ config, rules: active, calendar: () => createTradingCalendar(new Map()) });
  const rule = async (name: string) => (await page.get(`/api/rule?name=${name}`)).body as RuleAnswer;
  return { ...page, file, rules, rule };
}

const fired = (seq: number, key: string, at: number, rule = "busy-stock") => {
  const now = { rule, key, severity: "warning", title: `about <i>${key}</i>`, body: "" };
  return entry(seq, { type: "alert.fired", source: `/rules/${rule}`, subject: key, data: { now } }, at);
};

test("a rule says what it is, how often it fired in a day, a week and a month, and when last", async () => {
  const { store, get } = await house();
  const ago = [40 * dayMs, 20 * dayMs, 3 * dayMs, 11 * hourMs, hourMs];
  store.commit(batch({ entries: ago.map((ms, index) => fired(index + 1, "9901", pageNow - ms)) }));
  const { rules } = (await get("/api/rules")).body as RulesAnswer;
  expect(rules[0]).toMatchObject({
    ...{ name: "busy-stock", isEnabled: true, severity: "warning", description: "Comments pile up." },
    ...{ on: ["forum.comment.posted"], file: "mine.yaml", line: 3, titles: { ja: "コメント急増" } },
    descriptions: { ja: "コメントが増えています。" },
    ...{ fired: { today: 1, week: 3, month: 4 }, lastAt: new Date(pageNow - hourMs).toISOString() },
    ...{ keys: 0, isBraked: false, silences: 0, overran: 0 },
  });
  expect(rules.map(({ name, isEnabled }) => [name, isEnabled])).toEqual([
    ["busy-stock", true],
    ["asleep", false],
    ["set", true],
  ]);
});

test("one rule shows its last alerts, what it was kept from, and the silences that name it", async () => {
  const { store, rule } = await house();
  const suppressed = { rule: "busy-stock", key: "9901", causeSeq: 1, at: pageNow - hourMs };
  store.commit(
    batch({
      entries: [fired(1, "9901", pageNow - 2 * hourMs), fired(2, "9902", pageNow - hourMs)],
      suppressions: [
        { ...suppressed, reason: "cooldown" },
        { ...suppressed, reason: "cooldown" },
        { ...suppressed, reason: "inactive" },
      ],
      alerts: alertWrites({
        states: [
          {
            kind: "silence",
            key: "s1",
            body: silence({ id: "s1", match: "rule=busy-*", until: pageNow + dayMs }),
          },
          {
            kind: "silence",
            key: "s2",
            body: silence({ id: "s2", match: "rule=other", until: pageNow + dayMs }),
          },
        ],
      }),
    }),
  );
  const answer = await rule("busy-stock");
  expect(answer.alerts.map(({ seq, title }) => [seq, title])).toEqual([
    [2, "about <i>9902</i>"],
    [1, "about <i>9901</i>"],
  ]);
  expect(answer).toMatchObject({
    ...{
      heldBack: { cooldown: 2, inactive: 1 },
      when: "now.yes > 3",
      notify: ["email:desk"],
      cooldown: "2h",
    },
    silencedBy: [{ id: "s1", match: "rule=busy-*" }],
    switch: { at: "file" },
  });
});

test("what it remembers is told by key: its windows, waits, and the keys that a cooldown keeps quiet", async () => {
  const { store, rules, rule } = await house();
  const remembered: { key: string; body: unknown }[] = [];
  const memory = { meaning: rules.meanings.get("busy-stock") ?? "", rule: "busy-stock" };
  const posted = (seq: number, at: number) =>
    entry(
      seq,
      { type: "forum.comment.posted", subject: "9901", data: { now: { code: "9901", yes: 9 } } },
      at,
    );
  let kept: unknown;
  for (const [index, at] of [pageNow - 50 * 60_000, pageNow - 10 * 60_000].entries()) {
    rules.match(posted(index + 1, at), {
      ...{
        calendar: createTradingCalendar(new Map()),
        now: () => at,
        firedAt: () => undefined,
        fired: () => {},
      },
      ...{ entry: () => undefined, suppress: () => {}, recall: () => kept },
      remember: ({ key }, body) => {
        kept = structuredClone(body);
        if (body !== undefined) remembered.push({ key, body });
      },
    });
  }
  const [last] = remembered.slice(-1);
  store.commit(
    batch({
      entries: [fired(1, "9903", pageNow - hourMs)],
      cooldowns: [{ rule: "busy-stock", key: "9903", firedAt: pageNow - hourMs }],
      memories: [{ ...memory, key: last?.key ?? "", body: last?.body }],
    }),
  );
  const answer = await rule("busy-stock");
  expect(answer.rule.keys).toBe(1);
  expect(answer.remembered).toEqual([
    {
      ...{ key: "9901", isOpen: false },
      conditions: [
        {
          text: expect.stringContaining("count:"),
          entries: 2,
          from: pageNow - 50 * 60_000,
          to: pageNow - 10 * 60_000,
          measured: { count: 2 },
        },
      ],
    },
    { key: "9903", conditions: [], isOpen: false, quietUntil: pageNow + hourMs },
  ]);
});

test("its examples are run by the code that tests them, and one that fails says so", async () => {
  const { get } = await house();
  const { examples } = (await get("/api/rule/examples?name=busy-stock")).body as ExamplesAnswer;
  expect(examples.map(({ expected, ok, line }) => [expected, ok, line])).toEqual([
    ["silent", true, 14],
    ["fires", false, 15],
  ]);
  expect(JSON.parse(examples[0]?.events[0] ?? "")).toMatchObject({ type: "forum.comment.posted" });
  expect(await get("/api/rule/examples?name=none")).toMatchObject({ status: 404 });
});

test("off and on change one line of the file, with its comments kept", async () => {
  const { post, file } = await house();
  const off = await post("/api/rule/switch", { name: "busy-stock", enabled: false });
  expect(off).toMatchObject({ status: 200, body: { file: "mine.yaml", enabled: false } });
  const added = "busy-stock # by stock\n    enabled: false\n";
  expect(readFileSync(file, "utf8")).toBe(ruleFile.replace("busy-stock # by stock\n", added));
  await post("/api/rule/switch", { name: "asleep", enabled: true });
  expect(readFileSync(file, "utf8")).toContain("- { name: asleep, enabled: true, on:");
});

test("both at once are both written", async () => {
  const { post, file } = await house();
  const answers = await Promise.all([
    post("/api/rule/switch", { name: "busy-stock", enabled: false }),
    post("/api/rule/switch", { name: "asleep", enabled: true }),
  ]);
  expect(answers.map(({ status }) => status)).toEqual([200, 200]);
  expect(readFileSync(file, "utf8")).toMatch(/busy-stock[^-]*enabled: false[\s\S]*asleep, enabled: true/);
});

test("what cannot be turned here says why: the settings decide it, the file is read-only, broken or gone", async () => {
  const { post, rule, file } = await house(
    "rules: { overrides: { set: { enabled: true, severity: info } } }",
  );
  const turn = (name: string) => post("/api/rule/switch", { name, enabled: false });
  expect(await turn("set")).toMatchObject({
    status: 409,
    body: { error: expect.stringMatching(/the settings .*monitor.yaml:1/) },
  });
  expect(await rule("set")).toMatchObject({
    switch: { at: "settings", line: 1 },
    overrides: [{ key: "enabled" }, { key: "severity" }],
  });
  chmodSync(file, 0o444);
  expect(await turn("busy-stock")).toMatchObject({
    status: 409,
    body: { error: expect.stringContaining("read-only") },
  });
  chmodSync(file, 0o644);
  writeFileSync(file, "rules:\n  - name: busy-stock\n    on: [\n");
  expect(await turn("busy-stock")).toMatchObject({
    status: 409,
    body: { error: expect.stringContaining("by hand") },
  });
  expect(await turn("nobody")).toMatchObject({ status: 404 });
  expect(await post("/api/rule/switch", { name: "busy-stock" })).toMatchObject({ status: 400 });
});
