/** Random conditions over the ranking, and random events of it, near the values that the conditions name. */

import type { ExampleEvent } from "../../../src/rules/schema/example-schema.ts";
import { fc } from "../../support/fast-check.ts";

const numbers = [
  "now.rank",
  "now.climbed",
  "abs(now.climbed)",
  "was.rank",
  "now.rank - was.rank",
  "size(now.market)",
];
const texts = ["now.term", "now.code", "now.name", "event.type", "event.published", "was.term"];
const literals = [-1, 0, 1, 2, 3];
const words: Readonly<Record<string, readonly string[]>> = {
  "now.term": ["daily", "weekly", "monthly"],
  "was.term": ["daily", "weekly", "monthly"],
  "event.type": ["forum.ranking.moved", "forum.ranking.left"],
  "event.published": ["2026-01-05", "2026-01-06"],
};
const plain = ["a", "b", "c"];
const signs = ["==", "!=", "<", "<=", ">", ">="];

const onNumber = fc
  .tuple(fc.constantFrom(...numbers), fc.constantFrom(...signs), fc.constantFrom(...literals), fc.boolean())
  .map(([term, sign, value, turned]) => (turned ? `${value} ${sign} ${term}` : `${term} ${sign} ${value}`));

const onText = fc.constantFrom(...texts).chain((term) => {
  const word = fc.constantFrom(...(words[term] ?? plain)).map((value) => JSON.stringify(value));
  const compared = fc
    .tuple(fc.constantFrom(...signs), word)
    .map(([sign, value]) => `${term} ${sign} ${value}`);
  const listed = fc
    .array(word, { minLength: 1, maxLength: 3 })
    .map((all) => `${term} in [${all.join(", ")}]`);
  return fc.oneof(compared, listed);
});

const other = fc.constantFrom(
  "true",
  "false",
  "1 == 1",
  "2 < 1",
  "has(now.name)",
  "has(now.code)",
  "has(was.rank)",
  "has(now.climbed)",
  '"rank" in changed',
  "now.code in lists.some",
  'now.name.contains("a")',
  "now.rank > was.rank",
  "(now.rank > 1) == true",
  "(now.climbed > 1) != true",
);

/** Conditions as their authors write them. */
export const condition: fc.Arbitrary<string> = fc.letrec<{ any: string }>((tie) => ({
  any: fc.oneof(
    { maxDepth: 4, depthSize: "small" },
    onNumber,
    onText,
    other,
    fc.tuple(tie("any"), tie("any")).map(([a, b]) => `(${a} && ${b})`),
    fc.tuple(tie("any"), tie("any")).map(([a, b]) => `(${a} || ${b})`),
    tie("any").map((a) => `!(${a})`),
    fc.tuple(tie("any"), tie("any"), tie("any")).map(([a, b, c]) => `(${a} ? ${b} : ${c})`),
  ),
})).any;

/** One comparison. */
export const comparison: fc.Arbitrary<string> = fc.oneof(onNumber, onText);

/** Comparisons joined by and, of which some are about the same field. */
export const chain: fc.Arbitrary<string> = fc
  .array(comparison, { minLength: 1, maxLength: 4 })
  .map((parts) => parts.join(" && "));

export const lists = { some: ["a", "b"] };

const row = fc.record(
  {
    term: fc.constantFrom("daily", "weekly", "monthly"),
    code: fc.constantFrom("a", "b", "c", "d", ""),
    rank: fc.constantFrom(1, 1.5, 2, 3, 4, 100),
    name: fc.constantFrom("a", "b", "xay", "日"),
    market: fc.constantFrom("", "a", "ab", "abc", "abcd"),
    climbed: fc.constantFrom(-2, -1, -0.5, 0, 0.5, 1, 2, 3, 4),
  },
  { requiredKeys: ["term", "code", "rank"] },
);

/** Whole events: what the model says is always there is there. */
export const event: fc.Arbitrary<ExampleEvent> = fc
  .record(
    {
      type: fc.constantFrom("forum.ranking.moved" as const, "forum.ranking.left" as const),
      now: row,
      was: row,
      published: fc.constantFrom("2026-01-04", "2026-01-05", "2026-01-06", "2026-01-07"),
    },
    { requiredKeys: ["type", "now"] },
  )
  .map((made) => made as ExampleEvent);

export const types = ["forum.ranking.moved", "forum.ranking.left"] as const;
