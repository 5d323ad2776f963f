/** Lint of numbers that are of another unit than the value that they are compared with. */
import type { Path } from "../../lib/yaml/parse-yaml.ts";
import { readCondition } from "./check-condition.ts";
import type { LintedRule } from "./lint-rules.ts";
import { markOf, type Odd, oddNumber, oddPercent } from "./odd-values.ts";
import { pathOf } from "./terms.ts";

/** Comparison of the value with the number at each of these keys. */
const signs = { at_least: ">=", at_most: "<=", above: ">", below: "<", reset: "==" } as const;

type Compared = { readonly of: string } & {
  readonly [Key in keyof typeof signs]?: number | string | undefined;
};

/**
 * Warns of the numbers of a condition; of a value that is computed nothing is known.
 * @param addsUp the value is a sum: many percentages add up to any number
 */
export function warnOfUnits(
  asked: Compared,
  path: Path,
  { rule, context }: LintedRule,
  { addsUp = false } = {},
): void {
  const of = pathOf(readCondition(asked.of, rule.language).tree);
  if (of === undefined) return;
  const mark = markOf(of, rule.types, context.types) ?? {};
  const own = addsUp && mark.usual !== undefined ? { ...mark, usual: [mark.usual[0]] as const } : mark;
  for (const [key, sign] of Object.entries(signs)) {
    const value = asked[key as keyof typeof signs];
    if (typeof value === "number") warnAt([...path, key], oddNumber(of, sign, value, own), context);
  }
}

/** Warns of a percentage that was probably meant as a fraction, up to a number. */
export function warnOfPercent(value: number, path: Path, { context }: LintedRule, upTo?: number): void {
  warnAt(path, oddPercent(value, upTo), context);
}

function warnAt(path: Path, odd: Odd | undefined, { warn, yaml }: LintedRule["context"]): void {
  if (odd !== undefined) warn(yaml.at(path), odd.message, odd.suggestion);
}
