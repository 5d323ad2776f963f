/** Filters of subscriptions: the `where` of the feed is a condition in the language of rules. */
import type { Event } from "../model/event.ts";
import { type EventType, type EventTypes, matchesType, namesOf } from "../model/event-types.ts";
import { compileCondition } from "./cel/compile-expression.ts";
import type { Language, Variables } from "./cel/language.ts";
import { ExpressionError } from "./cel/syntax.ts";
import { ruleLanguage } from "./file-context.ts";

export type Filter = { ok: true; matches(event: Event): boolean } | { ok: false; message: string };

/**
 * Makes what compiles the `where` of a subscription: a rule's condition without lists, over the events that the type
 * patterns mean. It comes from strangers: its cost is bounded, and `matches` never throws. The last hundred filters are
 * shared by those who ask for the same, and so are their answers.
 */
export function createFilterCompiler(
  all: EventTypes,
): (where: string, patterns: readonly string[]) => Filter {
  const names = namesOf(all);
  const languageOf = createSharedLanguages(all);
  const compile = (where: string, patterns: readonly string[]): Filter => {
    const types = names.filter((type) => patterns.some((pattern) => matchesType(pattern, type)));
    if (types.length === 0) return { ok: false, message: "no event type matches these types" };
    const { language, bind } = languageOf(types);
    try {
      const condition = compileCondition(where, language);
      return { ok: true, matches: (event) => condition(bind(event)) };
    } catch (error) {
      if (!(error instanceof ExpressionError)) throw error;
      const hint = error.suggestion === undefined ? "" : ` (${error.suggestion})`;
      return { ok: false, message: `where, character ${error.index + 1}: ${error.message}${hint}` };
    }
  };
  const shared = new Map<string, Filter>();
  return (where, patterns) => {
    const key = JSON.stringify([where, patterns]);
    const filter = shared.get(key) ?? compile(where, patterns);
    if (shared.size >= mostShared) shared.clear();
    shared.set(key, filter);
    return filter;
  };
}

interface Shared {
  readonly language: Language;
  bind(event: Event): Variables;
}

const mostShared = 100;

/** Thousands of subscribers ask for few sets of types, and about the same event one after the other. */
function createSharedLanguages(all: EventTypes): (types: readonly EventType[]) => Shared {
  const shared = new Map<string, Shared>();
  return (types) => {
    const key = types.join();
    const known = shared.get(key);
    if (known !== undefined) return known;
    const fresh = rememberingLast(ruleLanguage(types, all));
    if (shared.size >= mostShared) shared.clear();
    shared.set(key, fresh);
    return fresh;
  };
}

function rememberingLast(language: Language): Shared {
  let last: { event: Event; variables: Variables } | undefined;
  return {
    language,
    bind(event) {
      if (last?.event !== event) last = { event, variables: language.bind(event) };
      return last.variables;
    },
  };
}
