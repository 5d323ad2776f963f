import { builtInTypes } from "../../../src/files/event-types.ts";
import { formatProblem } from "../../../src/lib/problem.ts";
import type { Fields } from "../../../src/model/event.ts";
import { exampleEvent } from "../../../src/rules/check/examples.ts";
import {
  compileRuleTexts,
  type LoadedRules,
  type RuleOptions,
} from "../../../src/rules/files/compile-files.ts";
import type { DataFiles } from "../../../src/rules/reference/data-file.ts";
import { mailsTo } from "../support.ts";

type Given = Partial<RuleOptions> & { readonly data?: Readonly<Record<string, string>> };

/** Compiles rule files by name, beside data files by name. */
export function load(
  files: Readonly<Record<string, string>>,
  { data = {}, ...options }: Given = {},
): LoadedRules {
  const read: DataFiles = new Map(Object.entries(data).map(([name, text]) => [name, { ok: true, text }]));
  const texts = Object.entries(files).map(([file, text]) => ({ file, text }));
  return compileRuleTexts(texts, {
    notify: mailsTo("desk", "boss"),
    types: builtInTypes,
    watchlists: {},
    ...{ hash: "", data: read, ...options },
  });
}

/** Mistakes as a terminal shows them. */
export function mistakes(files: Readonly<Record<string, string>>, given?: Given): string[] {
  const loaded = load(files, given);
  return loaded.ok ? [] : loaded.problems.map(formatProblem);
}

/** Texts of the alerts that the rules of a file give about an event of a short sale, each with its rule. */
export function alerts(rules: string, now: Fields, given?: Given) {
  return alertsOf(load({ "a.yaml": rules }, given), now);
}

export function alertsOf(loaded: LoadedRules, now: Fields, type = "short.report.opened") {
  if (!loaded.ok) throw new Error(loaded.problems.map(formatProblem).join("\n"));
  const event = exampleEvent({ type: type as "short.report.opened", now: { code: "7203", ...now } });
  return loaded.rules.match({ seq: 1, event });
}

/** A file with one rule on new short positions. */
export function rule(...lines: string[]): string {
  return `rules:\n  - name: a\n    on: short.report.opened\n${lines.map((line) => `    ${line}\n`).join("")}`;
}
