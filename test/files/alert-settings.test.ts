/** What only the whole of the settings can say of its section `alerts`: recipients, watchlists, rules. */
import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { checkFiles } from "../../src/files/check-files.ts";
import { formatProblem, type Problem } from "../../src/lib/problem.ts";
import { tmpFolder } from "../support/tmp-folder.ts";

const rules = `rules:
  - { name: short-large, on: short.report.opened, title: x, until: now.ratio < 1 }
  - { name: short-growing, on: short.report.increased, title: x, enabled: false }
`;

async function checked(alerts: string, rulesText = rules) {
  const folder = tmpFolder();
  for (const part of ["config", "rules"]) mkdirSync(join(folder, part));
  const settings = `email: { recipients: { desk: [trader@example.com], night: [night@example.com] } }
watchlists: { mine: ["7203"] }
alerts:
${alerts.trim().replace(/^/gm, "  ")}
`;
  writeFileSync(join(folder, "config/monitor.yaml"), settings);
  writeFileSync(join(folder, "rules/a.yaml"), rulesText);
  const { problems, warnings } = await checkFiles(join(folder, "config/monitor.yaml"), {});
  const told = (all: readonly Problem[]) =>
    all
      .map((problem) => formatProblem({ ...problem, file: "" }).slice(1))
      .filter((text) => !text.includes("simulated"));
  return { problems: told(problems), warnings: told(warnings) };
}

describe("names in the section `alerts` that there are not", () => {
  it("of recipients are mistakes", async () => {
    const { problems } = await checked(`
receivers:
  email:dsk: { language: ja }
routes:
  - { to: [email:desk, email:nigth], continue: true }
  - { to: [feed] }`);
    expect(problems).toEqual([
      "5:5: the settings have no recipient `email:dsk` (did you mean `email:desk`?)",
      "7:26: the settings have no recipient `email:nigth` (did you mean `email:night`?)",
      "8:14: the settings have no recipient `feed` (there are email:desk, email:night)",
    ]);
  });

  it("of watchlists are mistakes, wherever a matcher names them", async () => {
    const { problems } = await checked(`
routes:
  - { match: "rule=* watchlist=mine,mien" }
windows:
  - { name: lunch, match: watchlist=m*, between: ["11:30", "12:30"] }
  - { name: noon, match: watchlist!=core, between: ["11:30", "12:30"] }
inhibit:
  - { source: watchlist=*, target: watchlist=cor*, equal: [] }`);
    expect(problems).toEqual([
      "5:39: there is no watchlist `mien` (did you mean `mine`?)",
      "8:39: there is no watchlist `core` (there are mine)",
      "10:48: there is no watchlist `cor*` (there are mine)",
    ]);
  });

  it("of recipients are mistakes in a matcher, too", async () => {
    const { problems } = await checked(`
routes:
  - { match: notify=email:dsk, to: [email:night], continue: true }
  - { match: notify=email:*, to: [email:night] }`);
    expect(problems).toEqual([
      "5:23: the settings have no recipient `email:dsk` (did you mean `email:desk`?)",
    ]);
  });

  it("of rules are warnings; rules that are turned off are there", async () => {
    const { problems, warnings } = await checked(`
routes:
  - { match: "rule=short-large,short-growing,short-*" }
  - { match: "severity=info rule=short-large,shrot-large" }
inhibit:
  - { source: rule=source-down, target: "rule=*-missing", equal: [source] }`);
    expect(problems).toEqual([]);
    expect(warnings).toEqual([
      "6:48: warning: no rule is called `shrot-large` (did you mean `short-large`?)",
      "8:22: warning: no rule is called `source-down`",
      "8:49: warning: no rule is called `*-missing`",
    ]);
  });
});

describe("what stands twice in the section `alerts`", () => {
  it("is refused: names of routes and of windows, and inhibitions", async () => {
    const { problems } = await checked(`
routes:
  - { name: day, match: severity=info }
  - { name: day, match: severity=warning }
windows:
  - { name: day, between: ["11:30", "12:30"] }
  - { name: day, between: ["12:30", "13:30"] }
inhibit:
  - { source: rule=short-large, target: rule=short-growing, equal: [] }
  - { source: rule=short-large, target: rule=short-growing, equal: [] }`);
    expect(problems).toEqual([
      "6:15: a route before it has this name",
      "9:15: a window before it has this name",
      "12:7: this is already in the list before it",
    ]);
  });
});

describe("an inhibition", () => {
  const warned = async (source: string, rule: string) => {
    const all = `rules: [{ on: short.report.opened, title: x, ${rule} }]`;
    const inhibit = `inhibit: [{ source: "${source}", target: severity=info, equal: [] }]`;
    return (await checked(inhibit, all)).warnings;
  };

  it("is warned of where nothing but a long time ends what quiets others", async () => {
    const told = [
      "4:23: warning: short-down has no `until`: others are quiet until nothing new came for 1d (say in the rule when its alert is resolved: `until`, or `resolveAfter`)",
    ];
    expect(await warned("rule=short-d*", "name: short-down")).toEqual(told);
    expect(await warned("rule=*", "name: short-down")).toEqual(told);
  });

  it.each([
    ["rule=short-d*", "name: short-down, until: now.ratio < 1"],
    ["rule=short-d*", "name: short-down, resolveAfter: 2h"],
    ["severity=critical", "name: short-down"],
    ["rule=short-d*", "name: short-down, enabled: false"],
  ])("%s is not, with %s", async (source, rule) => {
    expect(await warned(source, rule)).toEqual([]);
  });
});

describe("a route after one for all alerts", () => {
  const reached = "7:7: warning: no alert comes to this route";

  it.each(["match: rule=*", "name: all", 'match: "rule=x,* key=*"'])("%s is warned of", async (first) => {
    const { warnings } = await checked(
      `routes:\n  - { match: severity=info }\n  - { ${first}, repeat: 1d }\n  - { to: [email:desk] }`,
    );
    expect(warnings.filter((text) => text.startsWith(reached))).toHaveLength(1);
  });

  it.each([
    "match: rule=*, continue: true",
    "match: watchlist=*",
    "match: label.desk=*",
    "match: rule!=*",
    "match: severity=*ing",
    'between: ["09:00", "15:30"]',
    "on: trading-days",
  ])("%s is not: some alerts go by", async (first) => {
    const { warnings } = await checked(
      `routes:\n  - { match: severity=info }\n  - { ${first} }\n  - { to: [email:desk] }`,
    );
    expect(warnings).toEqual([]);
  });
});

describe("a digest on a quiet day", () => {
  const receivers = "receivers:\n  email:desk: { digest: [after-close], always: true }";

  it("is warned of where no rule tells of it", async () => {
    const told = `rules: [{ name: read, on: digest.due, title: x, notify: now.receivers }]`;
    const { warnings } = await checked(receivers);
    expect(warnings).toEqual([
      expect.stringContaining("no rule is about `digest.due`, so there is no digest on a quiet day"),
    ]);
    expect((await checked(receivers, told)).warnings.filter((text) => text.includes("digest.due"))).toEqual(
      [],
    );
  });
});
