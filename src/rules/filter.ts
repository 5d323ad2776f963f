import type { Event } from "../model/event.ts";
import { eventTypeNames, matchesType } from "../model/event-types.ts";
import { compileCondition } from "./cel/compile-expression.ts";
import { languageFor } from "./cel/language.ts";
import { ExpressionError } from "./cel/syntax.ts";

export type Filter = { ok: true; matches(event: Event): boolean } | { ok: false; message: string };

/**
 * Compiles the `where` of a subscription: a rule's condition without lists, over the events that the type
 * patterns mean. It comes from strangers: its cost is bounded, and `matches` never throws.
 */
export function compileFilter(where: string, patterns: readonly string[]): Filter {
  const types = eventTypeNames.filter((type) => patterns.some((pattern) => matchesType(pattern, type)));
  if (types.length === 0) return { ok: false, message: "no event type matches these types" };
  try {
    const language = languageFor(types);
    const condition = compileCondition(where, language);
    return { ok: true, matches: (event) => condition(language.bind(event)) };
  } catch (error) {
    if (!(error instanceof ExpressionError)) throw error;
    const hint = error.suggestion === undefined ? "" : ` (${error.suggestion})`;
    return { ok: false, message: `where, character ${error.index + 1}: ${error.message}${hint}` };
  }
}
