/** docs/cel.md: what of the published cases passes, and why the others do not. */
import type { Case } from "./cases.ts";

export interface Judged {
  readonly one: Case;
  readonly library: boolean;
  readonly rules: boolean;
  /** Why rules do not pass it. */
  readonly reason: string;
}

export function conformanceReport(judged: readonly Judged[], withMessages: number): string {
  const passed = (key: "library" | "rules", of: readonly Judged[]) => of.filter((each) => each[key]).length;
  const share = (count: number, of: number) => `${((count / of) * 100).toFixed(1)} %`;
  const rows = sectionsOf(judged).map(
    ([section, of]) => `| ${section} | ${of.length} | ${passed("library", of)} | ${passed("rules", of)} |`,
  );
  const [library, rules] = [passed("library", judged), passed("rules", judged)];
  const reasons = grouped(
    judged.filter((each) => !each.rules),
    ({ reason }) => reason,
  );
  return [
    "# CEL and the rule language",
    "",
    "Made by `npx vitest run test/rules/conformance.test.ts -u` from the published conformance cases",
    "(@bufbuild/cel-spec 0.6.1); do not edit.",
    "",
    `There are ${judged.length + withMessages} cases. ${withMessages} of them need protobuf messages, which neither the library nor a rule has. Of the`,
    `other ${judged.length}, the library alone (@marcbachmann/cel-js) passes ${library} (${share(library, judged.length)}). An expression of a rule, which the`,
    `library reads and the monitor evaluates by itself, passes ${rules} (${share(rules, judged.length)}), and in no section fewer than the`,
    "library. An expression that names something of the event has one kind of number, so there 2 passes where a case",
    "expects 2.0. A case that expects an error passes where its expression is refused when the file is read.",
    "",
    "| section | cases | library | rules |",
    "|---|---|---|---|",
    ...rows,
    "",
    "## What does not pass in rules",
    ...[...reasons].sort(([, a], [, b]) => b.length - a.length).flatMap(([reason, of]) => listed(reason, of)),
    "",
  ].join("\n");
}

export function sectionsOf<T extends Judged>(judged: readonly T[]): [section: string, of: T[]][] {
  return [...grouped(judged, ({ one }) => one.section)];
}

function listed(reason: string, of: readonly Judged[]): string[] {
  const suites = grouped(of, ({ one }) => one.name.slice(0, one.name.lastIndexOf("/")));
  const lines = [...suites].map(
    ([suite, inside]) =>
      `- ${suite}: ${inside.map(({ one }) => one.name.slice(suite.length + 1)).join(", ")}`,
  );
  return ["", `### ${reason.charAt(0).toUpperCase()}${reason.slice(1)} (${of.length})`, "", ...lines];
}

function grouped<T>(values: readonly T[], keyOf: (value: T) => string): Map<string, T[]> {
  const groups = new Map<string, T[]>();
  for (const value of values) {
    const key = keyOf(value);
    groups.set(key, [...(groups.get(key) ?? []), value]);
  }
  return groups;
}
