/** Events that are as bad as events can be, and the language over each. */
import { builtInTypes } from "../../../src/files/event-types.ts";
import { compileExpression } from "../../../src/rules/cel/compile-expression.ts";
import type { Language, Variables } from "../../../src/rules/cel/language.ts";
import { languageFor } from "../../../src/rules/cel/language-for.ts";
import { variablesOf } from "../../../src/rules/cel/surroundings.ts";
import { ExpressionError } from "../../../src/rules/cel/syntax.ts";
import { exampleEvent } from "../../../src/rules/check/examples.ts";
import type { ExampleEvent } from "../../../src/rules/schema/example-schema.ts";

export interface Subject {
  readonly language: Language;
  readonly variables: Variables;
}

/** Flat in memory, as texts that came from outside are. */
const flat = (text: string): string => JSON.parse(JSON.stringify(text));

export const longTexts = {
  letters: flat("a".repeat(50_000)),
  japanese: flat("カブガ上ガッタ。".repeat(6_000)),
  mixed: flat("ab株1 ".repeat(10_000)),
  expanding: flat("\ufdfa".repeat(50_000)),
  marks: flat(`a${"\u0301".repeat(25_000)}${"\u0323".repeat(25_000)}`),
  halfWidthMarks: flat(`ｶ${"\uff9e\u0323".repeat(25_000)}`),
};

const manyWords = Array.from({ length: 10_000 }, (_, at) => flat(`単語ﾀﾝｺﾞ${at}`));

function subject(example: ExampleEvent): Subject {
  const language = languageFor([example.type], builtInTypes, { lists: { words: manyWords } });
  return { language, variables: variablesOf(exampleEvent(example)) };
}

const { letters, japanese, mixed, marks } = longTexts;

export const comment = subject({
  type: "forum.comment.posted",
  now: { code: "7203", part: 6, body: japanese, title: letters, name: mixed, author: marks, yes: 0, no: 0 },
});

export const margin = subject({
  type: "margin.alert.added",
  now: {
    code: "7203",
    publishedOn: "2026-01-05",
    reasons: Array.from({ length: 2_000 }, (_, at) => flat(`${japanese.slice(0, 5_000)}${at}`)),
  },
});

export const revised = subject({
  type: "statistics.series.revised",
  now: {
    db: "FM08",
    code: "FXERD01",
    revisions: Array.from({ length: 5_000 }, (_, at) => ({ period: `2026-${at}`, from: at, to: at + 1 })),
  },
});

export type Outcome = { refused: ExpressionError } | { value: unknown };

/** Refused, or evaluated. Throws what neither is. */
export function outcome(expression: string, { language, variables }: Subject): Outcome {
  try {
    return { value: compileExpression(expression, language).evaluate(variables) };
  } catch (error) {
    if (error instanceof ExpressionError) return { refused: error };
    throw error;
  }
}
