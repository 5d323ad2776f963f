/** Why a case that the library passes is none for rules: what was refused, or where numbers are alike. */
import type { Case } from "./cases.ts";
import type { Answer } from "./run-case.ts";

const refusals: readonly (readonly [RegExp, string])[] = [
  [/^this kind of number or text cannot be used here/, "unsigned numbers and bytes: events have neither"],
  [/^there is no null here/, "null: an unknown field is absent, and `has` asks for it"],
  [/^maps cannot be written here/, "written maps: an event's item is the only record that a rule needs"],
  [/^there is no method `bind`/, "`cel.bind`: it would let texts and lists grow from step to step"],
  [/^there is no function `dyn`/, "`dyn`: it would take a value out of the check of its type"],
  [
    /^there is no (function|method) `(timestamp|duration|get\w+)`/,
    "dates and times as values: in events they are text, which compares as they do",
  ],
  [
    /^there is no function `(int|uint|bool|bytes|type)`|^unknown name `(bool|u?int|double|string|bytes|list|map|type)`/,
    "kinds of numbers, bytes and types as values: a field's type is known when the rule is read",
  ],
  [
    /^there is no method `(\w*indexOf|\w*IndexOf|\w+Ascii|split|substring|trim|join|none|of)`/,
    "functions outside the vocabulary: text is searched, not taken apart",
  ],
  [/^lists cannot be joined/, "lists joined: has_any and exists look at each"],
  [/^a place in a list is a whole number/, "a computed place in a list: numbers are doubles, places are not"],
];

/** Undefined where nothing explains it, which is a fault. */
export function reasonFor({ expression, expected }: Case, { refusal }: Answer): string | undefined {
  if (refusal !== undefined) return refusals.find(([pattern]) => pattern.test(refusal))?.[1];
  if (expected !== "error") return undefined;
  if (/\/ ?(0|e|n)\b|% 0/.test(expression))
    return "division by zero: numbers are doubles, which give infinity";
  if (/\d{10}/.test(expression)) return "overflow of whole numbers: numbers are doubles, which have none";
  return expression === "47.5 % 5.5"
    ? "a remainder of numbers with decimals: all numbers are alike"
    : undefined;
}

/** Where our overloads change an answer of the library, whatever the vocabulary. */
export const byOverloads: Readonly<Record<string, string>> = {
  "fp_math/fp_math/mod_not_support": "numbers with decimals have a remainder",
  "macros/exists/list_empty": "of a list without entries the kind of number is not known; in rules it is any",
  "macros/exists_one/list_empty": "as above",
  "macros/map/list_empty": "as above",
  "macros/filter/list_empty": "as above",
};
