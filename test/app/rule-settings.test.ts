import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { checkFiles } from "../../src/files/check-files.ts";
import { tmpFolder } from "../support/tmp-folder.ts";

const sources = `
sources:
  forum-comments: { schedule: "*/20 * * * * *", codes: ["7203", "6758"] }
  forum-ranking: { schedule: "0 */5 * * * *", terms: [daily, monthly] }
  short-sale-reports: { schedule: "0 */10 17-21 * * *" }
  statistics-updates:
    schedule: "0 */5 8-10 * * *"
    watch: [{ db: FM08, codes: [FXERD01] }, { db: FM01 }]
retention: 30d
`;

/** Warnings about one rule beside these settings; mistakes fail the test. */
async function warned(rule: string, settings = sources): Promise<string[]> {
  const folder = tmpFolder();
  for (const part of ["config", "rules"]) mkdirSync(join(folder, part));
  writeFileSync(join(folder, "config/monitor.yaml"), settings);
  const text = `lists: { mine: ["7203", "9984"], others: ["9984", "8306"] }\nrules:\n  - title: x\n    name: x\n    ${rule}\n`;
  writeFileSync(join(folder, "rules/a.yaml"), text);
  const { problems, warnings } = await checkFiles(join(folder, "config/monitor.yaml"), {});
  expect(problems).toEqual([]);
  return warnings.map(
    ({ line, column, message, suggestion }) => `${line}:${column}: ${message} (${suggestion})`,
  );
}

const on = (type: string, ...more: string[]) => [`on: ${type}`, ...more].join("\n    ");
const never = "this is never true with these settings";

describe("a rule that the settings keep silent is warned of:", () => {
  it.each([
    [
      "a term that is not polled",
      on("forum.ranking.moved", 'when: now.rank < 10 && now.term == "weekly"'),
      `6:28: ${never} (\`forum-ranking\` polls the terms daily, monthly)`,
    ],
    [
      "a forum that is not watched",
      on("forum.comment.posted", 'when: now.code == "9984"'),
      `6:11: ${never} (\`forum-comments\` watches the forums of 7203, 6758)`,
    ],
    [
      "a list of forums of which none is watched",
      on("forum.comment.*", "when: now.code in lists.others && now.yes > 3"),
      `6:11: ${never} (\`forum-comments\` watches the forums of 7203, 6758)`,
    ],
    [
      "a forum as a subject",
      on("forum.comment.posted", 'when: event.subject == "9984"'),
      `6:11: ${never} (\`forum-comments\` watches the forums of 7203, 6758)`,
    ],
    [
      "a database that is not watched",
      on("statistics.series.updated", 'when: now.db == "CO"'),
      `6:11: ${never} (\`statistics-updates\` watches the databases FM08, FM01)`,
    ],
    [
      "activity that is not told",
      on("forum.ranking.active", 'when: now.term == "daily"'),
      "5:9: no such event comes with these settings (`forum-ranking` reports it only with `activity: true`)",
    ],
    [
      "activity that is not told, by the type in a condition",
      on("forum.ranking.*", 'when: event.type == "forum.ranking.active"'),
      `6:11: ${never} (\`forum-ranking\` reports it only with \`activity: true\`)`,
    ],
    [
      "a source that is left out",
      on("[short.report.opened, margin.alert.*]"),
      "5:31: no such event comes with these settings (the settings leave `margin-alerts` out)",
    ],
    [
      "a step of a sequence",
      on(
        "[forum.ranking.*, short.report.*]",
        "sequence:",
        "  steps: [{ on: forum.ranking.active }, { on: short.report.opened }]",
        "  within: 5bd",
      ),
      "7:21: no such event comes with these settings (`forum-ranking` reports it only with `activity: true`)",
    ],
    [
      "a condition of a step",
      on(
        "[forum.ranking.*, short.report.*]",
        "sequence:",
        '  steps: [{ on: forum.ranking.moved, when: now.term == "weekly" }, { on: short.report.opened }]',
        "  within: 5bd",
      ),
      `7:48: ${never} (\`forum-ranking\` polls the terms daily, monthly)`,
    ],
  ])("%s", async (_, rule, told) => {
    expect(await warned(rule)).toEqual([told]);
  });

  it("by the codes, where series are watched by code alone", async () => {
    const byCode = sources.replace(", { db: FM01 }", "");
    const rule = on("statistics.series.*", 'when: now.code == "FXERD02"');
    expect(await warned(rule)).toEqual([]);
    expect(await warned(rule, byCode)).toEqual([
      `6:11: ${never} (\`statistics-updates\` watches FM08/FXERD01)`,
    ]);
  });

  it.each([
    on("forum.ranking.moved", 'when: now.term == "daily"'),
    on("forum.ranking.*", "when: now.rank < 3"),
    on("forum.comment.posted", "when: now.code in lists.mine"),
    on("short.report.opened", 'when: now.code == "9984"'),
    on("statistics.series.updated", 'when: now.db == "FM01" && now.code == "STRDCLUCON"'),
    on("[forum.comment.posted, short.report.opened]", 'when: now.code == "9984"'),
  ])("but not where some event may come: %s", async (rule) => {
    expect(await warned(rule)).toEqual([]);
  });

  it("but not where forums follow the ranking, or activity is told", async () => {
    const other = sources
      .replace('codes: ["7203", "6758"]', 'codes: ["7203"], fromRanking: 20')
      .replace("terms: [daily, monthly]", "terms: [daily], activity: true");
    expect(await warned(on("forum.comment.posted", 'when: now.code == "9984"'), other)).toEqual([]);
    expect(await warned(on("forum.ranking.active"), other)).toEqual([]);
  });
});

describe("a rule about the stocks on watchlists is warned of while no stock is on one:", () => {
  const name = "name your stocks under `watchlists` in the settings";
  const mailed = on("short.report.opened", `notify: 'has(mine(now.code).watchlist) ? ["email:desk"] : []'`);
  const email = 'email: { smtp: "file:outbox", recipients: { desk: [a@example.com] } }';

  it("by its recipients", async () => {
    const none = `6:13: no stock is on a watchlist, so nothing is sent (${name})`;
    expect(await warned(mailed, `${sources}${email}`)).toEqual([none]);
    expect(await warned(mailed, `${sources}${email}\nwatchlists: { core: [] }`)).toEqual([none]);
  });
  it("by its condition", async () => {
    const rule = on("short.report.opened", "when: has(mine(now.code).watchlist) && now.ratio > 1");
    expect(await warned(rule)).toEqual([
      `6:11: no stock is on a watchlist, so no event meets this (${name})`,
    ]);
  });
  it("but not where there is one, and not a rule that is turned off", async () => {
    expect(await warned(mailed, `${sources}${email}\nwatchlists: { core: ["7203"] }`)).toEqual([]);
    expect(await warned(`${mailed}\n    enabled: false`, `${sources}${email}`)).toEqual([]);
  });
});

describe("what is longer than the log is kept is warned of:", () => {
  const kept =
    "the log is kept for 30d (`retention`): `why` and backtests do not see all of this (set a longer `retention`)";

  it.each([
    ["count: { within: 31d, at_least: 3 }", `6:22: ${kept}`],
    ["count: { within: { tumbling: 42d }, at_least: 3 }", `6:34: ${kept}`],
    ["unseen: { of: now.seller, within: 250bd }", `6:39: ${kept}`],
    ["moves: { of: now.ratio, by: 1, since: 40bd }", `6:43: ${kept}`],
    ["spike: { within: 1h, times: 3, against: { days: 60d } }", `6:53: ${kept}`],
    [
      "cooldown: 60d",
      "6:15: cooldowns are kept for 30d (`retention`): then the alert is given again (set a longer `retention`)",
    ],
  ])("%s", async (condition, told) => {
    expect(await warned(on("short.report.opened", condition))).toEqual([told]);
  });

  it.each([
    "count: { within: 30d, at_least: 3 }",
    "unseen: { of: now.seller, within: 20bd }",
    "cooldown: 30d",
  ])("but not %s", async (condition) => {
    expect(await warned(on("short.report.opened", condition))).toEqual([]);
  });
});

describe("the rules that ship, beside the settings that ship,", () => {
  it("are free of warnings", async () => {
    const home = join(import.meta.dirname, "../..");
    const { problems, warnings } = await checkFiles(join(home, "config/monitor.yaml"), {});
    expect([...problems, ...warnings]).toEqual([]);
  });
});
