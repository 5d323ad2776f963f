/** Rules that tell what an earlier rule tells already. */

import { operands } from "../cel/syntax.ts";
import { readCondition } from "./check-condition.ts";
import type { LintedRule } from "./lint-rules.ts";
import { keyOf } from "./terms.ts";

/** Warns of each rule that fires for the same events as one before it, and mails the same people. */
export function warnOfDuplicates(rules: readonly LintedRule[]): void {
  const earlier = new Map<string, LintedRule["rule"]>();
  for (const { written, rule, path, context } of rules) {
    const key = factsOf({ written, rule });
    const by = earlier.get(key);
    if (by === undefined) earlier.set(key, rule);
    else {
      const message = `this rule fires for the same events as \`${by.name}\` at ${by.file}:${by.line}`;
      context.warn(context.yaml.at([...path, "name"]), message);
    }
  }
}

/** Everything that decides when and for whom a rule fires, in one order and one way of writing. */
function factsOf({ written, rule }: Pick<LintedRule, "written" | "rule">): string {
  const { name, description, on, when, title, body, examples, severity, cooldown, notify, data, ...rest } =
    written;
  const { enabled, template, resolveAfter, texts, ...others } = rest;
  const tree = when === undefined ? undefined : readCondition(when, rule.language).tree;
  const conjuncts = tree === undefined ? [] : operands(tree, "&&").map(keyOf);
  const targets = typeof notify === "string" ? [notify] : notify;
  const sorted = (texts: Iterable<string>) => [...new Set(texts)].sort();
  return JSON.stringify([sorted(rule.types), sorted(conjuncts), sorted(targets), others]);
}
