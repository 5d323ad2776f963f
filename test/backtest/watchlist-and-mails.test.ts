/** A backtest of one watchlist, the stocks that spoke most, and the mails that it shows. */
import { mkdirSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { expect, test } from "vitest";
import type { BacktestOptions } from "../../src/backtest/asked-files.ts";
import { backtestFiles } from "../../src/backtest/backtest-files.ts";
import { reportText } from "../../src/commands/rules/backtest.ts";
import type { EventDraft } from "../../src/model/event.ts";
import { inJapanese } from "../../src/model/messages/in-japanese.ts";
import { beginLife, position, rulesOfText } from "./lived-log.ts";

const rules = `rules:
  - { name: all, on: short.report.opened, title: "{{ now.name }} {{ now.ratio }}", body: "Line one\\nline two",
      cooldown: 1h, notify: [email:desk] }
  - { name: talk, on: forum.comment.posted, title: talk }
  - { name: grave, on: short.report.opened, when: now.ratio >= 3, severity: critical, title: grave, notify: [email:desk] }
`;

const named = (code: string, ratio: number) => position(code, ratio, { name: `Example ${code}` });

const comment = (code: string): EventDraft => ({
  ...{ type: "forum.comment.posted", source: "/sources/forum-comments", subject: code },
  data: { now: { code, part: 1, name: "an author", body: "words", yes: 0, no: 0 } },
});

function scene(more = "") {
  const life = beginLife(rulesOfText("rules: []"));
  life.poll("2026-01-05T00:00:00Z", [named("7203", 1), named("6758", 1)]);
  // Held back by the cooldown, each.
  life.poll("2026-01-05T00:10:00Z", [named("7203", 1.1), named("6758", 1.2)]);
  life.poll("2026-01-06T00:00:00Z", [named("7203", 3), named("9984", 2)]);
  life.poll("2026-01-06T01:00:00Z", [comment("9984"), comment("4127")]);
  life.store.close();
  const folder = dirname(life.path);
  mkdirSync(join(folder, "rules"));
  writeFileSync(join(folder, "rules/all.yaml"), rules);
  const config = join(folder, "monitor.yaml");
  const settings = [
    "sources: {}\nrules: rules\nstate: state.db\n",
    "watchlists: { core: ['7203'], other: ['9984'] }\n",
    "email: { recipients: { desk: [a@example.com, b@example.com] } }\n",
    more,
  ];
  writeFileSync(config, settings.join(""));
  const surroundings = {
    environment: {},
    now: Date.parse("2026-01-07T00:00:00Z"),
    progress: () => undefined,
  };
  return (options: Partial<BacktestOptions> = {}) =>
    backtestFiles({ config, since: "2026-01-05", ...options }, surroundings);
}

test("the stocks that spoke most have their names, their alerts and their mails", async () => {
  const { stocks } = await scene()();
  expect(stocks).toEqual([
    { code: "7203", name: "Example 7203", alerts: 3, mails: 4 },
    { code: "9984", name: "Example 9984", alerts: 2, mails: 2 },
    { code: "6758", name: "Example 6758", alerts: 1, mails: 2 },
    // The name of a comment is its author's.
    { code: "4127", alerts: 1, mails: 0 },
  ]);
});

test("a watchlist leaves alerts, mails and suppressions about its stocks alone", async () => {
  const backtest = scene();
  const report = await backtest({ watchlist: "core" });
  expect(report).toMatchObject({
    ...{ watchlist: "core", events: 8, alerts: 3, mails: 4, heldBack: { cooldown: 1 } },
    calendar: { "2026-01-05": 2, "2026-01-06": 2, "2026-01-07": 0 },
    stocks: [{ code: "7203" }],
  });
  expect(report.stocks).toHaveLength(1);
  expect(reportText(report)).toContain("Only alerts about the stocks of the watchlist core are counted.\n");
  expect(await backtest({ watchlist: "other" })).toMatchObject({ alerts: 2, heldBack: {} });
});

test("a watchlist that is not there is refused with the nearest, before anything is read", async () => {
  const backtest = scene();
  await expect(backtest({ watchlist: "cores" })).rejects.toThrow(
    "there is no watchlist `cores`: did you mean `core`?",
  );
  await expect(backtest({ watchlist: "x" })).rejects.toThrow("there are core, other");
});

test("named rules leave the alerts, mails and suppressions of others alone", async () => {
  const backtest = scene();
  const report = await backtest({ rule: ["all"] });
  expect(report).toMatchObject({ only: ["all"], alerts: 4, heldBack: { cooldown: 2 }, silent: [] });
  expect(report.rules.map(({ rule }) => rule)).toEqual(["all"]);
  expect(reportText(report)).toContain("Only alerts of the rule all are counted.\n");
  const both = await backtest({ rule: ["talk", "grave"] });
  expect(both.rules.map(({ rule }) => rule).sort()).toEqual(["grave", "talk"]);
  expect(both).toMatchObject({ alerts: 3, heldBack: {} });
  expect(reportText(both)).toContain("Only alerts of the rules talk, grave are counted.\n");
  expect(await backtest({ rule: ["grave"], watchlist: "other" })).toMatchObject({
    alerts: 0,
    silent: ["grave"],
  });
});

test("a rule that is not there is refused with the nearest, before anything is read", async () => {
  const backtest = scene();
  await expect(backtest({ rule: ["all", "graave"] })).rejects.toThrow(
    'there is no rule "graave": did you mean `grave`?',
  );
  await expect(backtest({ rule: ["x"] })).rejects.toThrow("all, talk, grave");
  expect(inJapanese('there is no rule "graave": did you mean `grave`?')).toBe(
    "「graave」というルールはありません。`grave` のことですか",
  );
});

test("the first mails are shown as they would go out, one for all its recipients", async () => {
  const { shown = [], ...report } = await scene()({ show: 2 });
  expect(shown.map(({ time, recipients, title }) => ({ time, recipients, title }))).toEqual([
    {
      time: "2026-01-05T00:00:00.000Z",
      recipients: ["a@example.com", "b@example.com"],
      title: "[Yagura] Example 7203 1",
    },
    {
      time: "2026-01-05T00:00:00.000Z",
      recipients: ["a@example.com", "b@example.com"],
      title: "[Yagura] Example 6758 1",
    },
  ]);
  expect(shown[0]?.text).toContain("Line one\nline two");
  const text = reportText({ ...report, shown });
  expect(text).toContain(`Mail of 2026-01-05 09:00:00 JST
To:      a@example.com, b@example.com
Subject: [Yagura] Example 7203 1
|`);
  expect(text).toContain("\n| Line one\n| line two\n");
});

test("of mails about the stocks of a watchlist, and within the span, the first are shown", async () => {
  const backtest = scene();
  const titles = async (options: Partial<BacktestOptions>) =>
    (await backtest({ show: 1, ...options })).shown?.map(({ title }) => title);
  expect(await titles({ watchlist: "other" })).toEqual(["[Yagura] Example 9984 2"]);
  // Two rules speak about the event: the graver one's mail goes out.
  expect(await titles({ since: "2026-01-06" })).toEqual(["[Yagura] Critical: grave"]);
  expect((await backtest()).shown).toBeUndefined();
});
