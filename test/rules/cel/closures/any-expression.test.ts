import { Optional } from "@marcbachmann/cel-js";
import { expect, it } from "vitest";
import { builtInTypes } from "../../../../src/files/event-types.ts";
import { compileExpression } from "../../../../src/rules/cel/compile-expression.ts";
import { languageFor } from "../../../../src/rules/cel/language-for.ts";
import { variablesOf } from "../../../../src/rules/cel/surroundings.ts";
import { ExpressionError } from "../../../../src/rules/cel/syntax.ts";
import { exampleEvent } from "../../../../src/rules/check/examples.ts";
import type { ExampleEvent } from "../../../../src/rules/schema/example-schema.ts";
import { runsOf } from "../../../support/runs.ts";
import { askLibrary } from "../../ask-library.ts";
import { createRandom, randomExpression, type Words } from "../../hostile/random-expressions.ts";

/** Events of one type, and what expressions may name of them. */
interface Subject {
  readonly words: Words;
  readonly events: readonly ExampleEvent[];
}

const subjects: readonly Subject[] = [
  {
    words: {
      texts: ["now.code", "now.seller", "was.seller", "event.type", "event.published", "lists.words[0]"],
      numbers: ["now.ratio", "was.ratio", "now.shares", "size(changed)"],
      textLists: ["lists.words", "changed"],
      recordLists: [["[now, was]", ["code", "seller"], ["ratio"]]],
    },
    events: [
      {
        type: "short.report.increased",
        now: { code: "7203", seller: "カブ a 株", ratio: 1.5, shares: 20 },
        was: { code: "7203", seller: "a", ratio: 1 },
        published: "2026-01-05T18:00:00+09:00",
      },
      { type: "short.report.increased", now: { code: "6758", ratio: "much" as never } },
    ],
  },
  {
    words: {
      texts: ["now.code", "now.unit", "now.period"],
      numbers: ["now.value", "was.value"],
      textLists: ["changed", "lists.words"],
      recordLists: [["now.revisions", ["period"], ["from", "to"]]],
    },
    events: [
      {
        type: "statistics.series.revised",
        now: {
          ...{ db: "FM08", code: "FXERD01", unit: "", value: 2 },
          revisions: [
            { period: "2026-01", from: 1, to: 2 },
            { period: "a", from: 3, to: 0.5 },
            { period: "b", to: 1 },
          ],
        },
        was: { db: "FM08", code: "FXERD01", value: 1 },
      },
      {
        type: "statistics.series.revised",
        now: { db: "FM08", code: "FXERD01", revisions: [{ period: 1, from: "a" }] as never },
      },
    ],
  },
];

const count = runsOf({ quick: 1_500, long: 200_000 });

it(`${count} expressions by chance have the values that the library gives them`, { timeout: 900_000 }, () => {
  const random = createRandom(7);
  const told = { values: 0, none: 0 };
  for (let at = 0; at < count; at++) {
    const { words, events } = subjects[at % subjects.length] as Subject;
    const source = randomExpression(random, words);
    for (const [event, ours, library] of answers(source, events)) {
      // The library reads what moments and spans have in JavaScript.
      if (ours === undefined && /\bdyn\(.*(timestamp|duration)\(/.test(source)) continue;
      expect(shown(ours), `${source} of ${JSON.stringify(event)}`).toBe(shown(library));
      told[ours === undefined ? "none" : "values"] += 1;
    }
  }
  expect(told.values).toBeGreaterThan(count / 4);
  expect(told.none).toBeGreaterThan(count / 8);
});

/** Nothing of an expression that is refused. */
function answers(source: string, examples: readonly ExampleEvent[]) {
  const type = examples[0]?.type ?? "short.report.opened";
  const language = languageFor([type], builtInTypes, { lists: { words: ["a", "株", "zz"] } });
  try {
    const { evaluate } = compileExpression(source, language);
    const library = askLibrary(source, language);
    return examples.map((example) => {
      const event = exampleEvent(example);
      return [example, evaluate(variablesOf(event)), library.evaluate(event)] as const;
    });
  } catch (error) {
    if (error instanceof ExpressionError) return [];
    throw error;
  }
}

/** A value as a text, with the kind of what JSON does not tell apart. */
function shown(value: unknown): string {
  if (value instanceof Optional) return `optional ${shown(value.orValue(undefined))}`;
  if (Array.isArray(value)) return `[${value.map(shown).join()}]`;
  if (typeof value !== "object" || value === null || value instanceof Date)
    return `${typeof value} ${String(value)}`;
  const { name } = value.constructor;
  if (name !== "Object" && name !== "CelRecord") return `${name} ${String(value)}`;
  return `{${Object.entries(value).map(([key, field]) => `${key}: ${shown(field)}`)}}`;
}
