import { describe, expect, test } from "vitest";
import { reportText } from "../../src/commands/rules/backtest.ts";
import { backtestOf, beginLife, position, rulesOfText } from "./lived-log.ts";

const rule = (name: string, lines: string) => `
  - name: ${name}
    on: short.report.opened
    title: "{{ now.code }} {{ now.ratio }}"
    ${lines}`;
const rulesWith = (...written: string[]) => rulesOfText(`rules:${written.join("")}`);

function logWith(ratios: readonly number[]): string {
  const life = beginLife(rulesOfText("rules: []"));
  for (const [at, ratio] of ratios.entries())
    life.poll(`2026-01-05T0${at}:00:00Z`, [position("7203", ratio)]);
  life.store.close();
  return life.path;
}

const span = { from: "2026-01-05T00:00:00Z", to: "2026-01-07T00:00:00Z" };
const compared = (path: string, rules: ReturnType<typeof rulesWith>, against: ReturnType<typeof rulesWith>) =>
  backtestOf(path, { rules, against, ...span }).against;

describe("a backtest against other rules", () => {
  test("tells which alerts come and which go, by rule, key and cause", () => {
    const path = logWith([0.6, 1.2, 2.2]);
    const between = compared(
      path,
      rulesWith(rule("level", "when: now.ratio >= 2"), rule("fresh", "when: now.ratio < 1")),
      rulesWith(rule("level", "when: now.ratio >= 1"), rule("gone", "severity: warning")),
    );
    expect(between).toMatchObject({ alerts: 5, silent: [] });
    expect(between?.come).toEqual({
      count: 1,
      byRule: { fresh: 1 },
      alerts: [{ time: "2026-01-05T00:00:00.000Z", rule: "fresh", key: "7203", title: "7203 0.6", cause: 1 }],
      more: 0,
    });
    expect(between?.go).toMatchObject({ count: 4, byRule: { gone: 3, level: 1 }, more: 0 });
    expect(between?.go.alerts.map(({ rule: name, cause }) => [name, cause])).toEqual([
      ["gone", 1],
      ["gone", 2],
      ["level", 2],
      ["gone", 3],
    ]);
  });

  test("another text or another moment makes no other alert", () => {
    const path = logWith([1]);
    const soon = rulesWith(rule("stays", "for: 1h"));
    const later = rulesWith(rule("stays", "for: 2h\n    severity: critical"));
    expect(compared(path, later, soon)).toMatchObject({ alerts: 1, come: { count: 0 }, go: { count: 0 } });
  });

  test("one cause of several alerts is matched as often as it has them", () => {
    const path = logWith([1]);
    const absent = (line: string) => rulesWith(rule("silent", `absent: ${line}`));
    const daily = absent('{ by: "18:00" }');
    const once = absent("{ for: 8h }");
    expect(compared(path, daily, once)).toMatchObject({ come: { count: 0 }, go: { count: 0 } });
    const longer = { rules: daily, against: once, from: span.from, to: "2026-01-09T00:00:00Z" };
    expect(backtestOf(path, longer).against).toMatchObject({
      come: { count: 2, byRule: { silent: 2 } },
      go: { count: 0 },
    });
  });

  test("the same rules give the same, whatever they remember", () => {
    const path = logWith([0.6, 1.2, 2.2, 0.4]);
    const both = rulesWith(
      rule("crossing", "crosses: { of: now.ratio, above: 1 }"),
      rule("lasting", "for: 30m\n    until: now.ratio < 0.5\n    cooldown: 1h"),
    );
    expect(compared(path, both, both)).toMatchObject({ come: { count: 0 }, go: { count: 0 } });
  });

  test("ten thousand of each are listed, and it says how many more there are", () => {
    const life = beginLife(rulesOfText("rules: []"));
    const many = Array.from({ length: 2_001 }, (_, at) => position(String(at), 1));
    life.poll("2026-01-05T00:00:00Z", many);
    life.store.close();
    const five = ["a", "b", "c", "d", "e"].map((name) => rule(name, ""));
    const come = compared(life.path, rulesWith(...five), rulesOfText("rules: []"))?.come;
    expect([come?.count, come?.alerts.length, come?.more]).toEqual([10_005, 10_000, 5]);
  });

  test("a rule whose name alone changed is told, and one that tells something else as well is not", () => {
    const path = logWith([0.6, 1.2, 2.2]);
    const before = rulesWith(rule("large", "when: now.ratio >= 1"), rule("every", ""), rule("kept", ""));
    const now = rulesWith(
      rule("big", "when: now.ratio >= 1\n    severity: critical"),
      rule("most", "when: now.ratio >= 2"),
      rule("again", "when: now.ratio >= 1"),
      rule("kept", ""),
    );
    const between = compared(path, now, before);
    expect(between).toMatchObject({ come: { count: 5 }, go: { count: 5 } });
    expect(between?.renamed).toEqual([{ from: "large", to: "big", alerts: 2 }]);
    const report = backtestOf(path, { rules: now, against: before, ...span });
    expect(reportText(report)).toContain(
      "big gives the 2 alerts that large gave: on this log they differ by name alone\n",
    );
  });

  test("people read each address's mails by either set of rules", () => {
    const path = logWith([0.6, 1.2]);
    const rules = rulesWith(rule("level", "when: now.ratio >= 1\n    notify: [email:desk]"));
    const against = rulesWith(rule("level", "notify: [email:night]"));
    expect(
      reportText(backtestOf(path, { rules, against, ...span })),
    ).toContain(`Mails a day, and by the old rules
address        mails  mean  most  on          old mails  old mean  old most
a@example.com  1      0.33  1     2026-01-05  0          0         0
b@example.com  1      0.33  1     2026-01-05  2          0.67      2
`);
    const none = rulesWith(rule("level", ""));
    expect(reportText(backtestOf(path, { rules: none, against, ...span }))).toContain(
      "b@example.com  0      0     0         2          0.67      2\n",
    );
  });

  test("people read the counts and up to twenty samples", () => {
    const path = logWith([0.6, 1.2, 2.2]);
    const rules = rulesWith(rule("level", "when: now.ratio >= 2"));
    const text = reportText(
      backtestOf(path, { rules, against: rulesWith(rule("level", "when: now.ratio >= 1")), ...span }),
    );
    expect(text).toContain("The old rules: 2 alerts, 0 resolved, 0 mails, held back: none.\n");
    expect(text).toContain("0 alerts come: only the new rules give them\n");
    expect(text).toContain(`1 alert goes: only the old rules give it
  level 1
time                     rule   key   title
2026-01-05 10:00:00 JST  level  7203  7203 1.2
`);
  });
});
