/** Runs a case by the library alone, and as a rule's expression. */
import { Environment } from "@marcbachmann/cel-js";
import type { Event } from "../../../src/model/event.ts";
import { compileExpression } from "../../../src/rules/cel/compile-expression.ts";
import type { Language } from "../../../src/rules/cel/language.ts";
import { variablesOf } from "../../../src/rules/cel/surroundings.ts";
import { ExpressionError } from "../../../src/rules/cel/syntax.ts";
import { createLanguage } from "../../../src/rules/cel/vocabulary.ts";
import type { Case } from "./cases.ts";
import { isExpected, type Numbers, toType, toValue } from "./values.ts";

export interface Answer {
  readonly passes: boolean;
  /** Why it was refused before it ran. */
  readonly refusal?: string;
}

const ours = createLanguage();

/** As the library is for everyone. */
export function byLibrary(one: Case): Answer {
  const environment = new Environment();
  try {
    declare(environment, one, "apart");
    const program = environment.parse(one.expression);
    const checked = program.check();
    if (checked.error !== undefined) throw checked.error;
    if (one.expected === "checked") return { passes: true };
    return judge(one, program(values(one, "apart")), "apart");
  } catch {
    return { passes: one.expected === "error" };
  }
}

/** Exactly as a rule's `when` and `{{ }}` are, with the case's variables for `now` and the others. */
export function byRules(one: Case): Answer {
  const environment = ours.clone();
  // As in a rule: beside values from outside all numbers are doubles.
  const numbers = one.variables.length === 0 ? "apart" : "alike";
  try {
    declare(environment, one, numbers);
    const { evaluate } = compileExpression(
      one.expression,
      languageOf(environment, one, values(one, numbers)),
    );
    if (one.expected === "checked") return { passes: true };
    return judge(one, evaluate(variablesOf({} as Event)), numbers);
  } catch (error) {
    const refusal = error instanceof ExpressionError ? error.message : "its variables cannot be declared";
    return { passes: one.expected === "error", refusal };
  }
}

function languageOf(environment: Environment, { variables }: Case, given: Record<string, unknown>): Language {
  return {
    environment,
    shapes: new Map(),
    reference: undefined,
    names: variables.map(({ name }) => name),
    read: new Map(Object.entries(given).map(([name, value]) => [name, { read: () => value }])),
  };
}

function declare(environment: Environment, { variables }: Case, numbers: Numbers): void {
  for (const { name, type } of variables)
    environment.registerVariable(name, toType(type, numbers) ?? "unknown");
}

function values({ variables }: Case, numbers: Numbers): Record<string, unknown> {
  return Object.fromEntries(
    variables.flatMap(({ name, value }) => (value === undefined ? [] : [[name, toValue(value, numbers)]])),
  );
}

// An error is no value; the library throws it, a rule's expression gives undefined.
function judge({ expected }: Case, answer: unknown, numbers: Numbers): Answer {
  if (typeof expected === "string") return { passes: answer === undefined };
  return { passes: answer !== undefined && isExpected(answer, expected.value, numbers) };
}
