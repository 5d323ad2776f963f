import { builtInTypes } from "../../src/files/event-types.ts";
import type { LogEntry } from "../../src/model/event.ts";
import type { EventTypes } from "../../src/model/event-types.ts";
import type { NotifyScheme } from "../../src/model/rule.ts";
import type { WrittenWatchlists } from "../../src/model/watchlists.ts";
import { notifySchemes } from "../../src/outputs/index.ts";
import { exampleEvent } from "../../src/rules/check/examples.ts";
import { compileRuleTexts } from "../../src/rules/files/compile-files.ts";
import type { CompiledRules } from "../../src/rules/rule-set.ts";
import type { ExampleEvent } from "../../src/rules/schema/example-schema.ts";

/** Targets that `notify` may name where the settings have recipients of these names. */
export function mailsTo(...names: string[]): NotifyScheme[] {
  return notifySchemes().map((scheme) => ({ ...scheme, names }));
}

/**
 * Compiles a file of rules, or throws with what is wrong.
 * @param recipients names that `notify` may take; undefined: any
 */
export function rulesOf(
  text: string,
  recipients?: readonly string[],
  types: EventTypes = builtInTypes,
  watchlists?: WrittenWatchlists,
): CompiledRules {
  const loaded = compileRuleTexts([{ file: "test.yaml", text }], {
    notify: recipients === undefined ? notifySchemes() : mailsTo(...recipients),
    types,
    watchlists,
    hash: "test",
  });
  if (!loaded.ok) throw new Error(JSON.stringify(loaded.problems));
  return loaded.rules;
}

/** One rule around a condition. */
export function ruleWith(on: string, lines: readonly string[]): CompiledRules {
  const more = lines.map((line) => `    ${line}\n`).join("");
  const title = lines.some((line) => line.startsWith("title:")) ? "" : "    title: fired\n";
  return rulesOf(`rules:\n  - name: test\n    on: ${on}\n${title}${more}`);
}

export function entry(example: ExampleEvent): LogEntry {
  return { seq: 1, event: exampleEvent(example) };
}
