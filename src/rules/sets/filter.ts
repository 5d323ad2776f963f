/** Filters of subscriptions: the `where` of the feed is a condition in the language of rules. */
import { weekdaysOnly } from "../../calendar/trading-calendar.ts";
import type { TradingCalendar } from "../../model/dates.ts";
import type { Event, EventType } from "../../model/event.ts";
import { type EventTypes, matchesType, namesOf } from "../../model/event-types.ts";
import type { Watchlists } from "../../model/watchlists.ts";
import { compileCondition } from "../cel/compile-expression.ts";
import type { Language, Variables } from "../cel/language.ts";
import { type Reference, watchedOf } from "../cel/reference.ts";
import { surroundingsOf, variablesOf } from "../cel/surroundings.ts";
import { ExpressionError } from "../cel/syntax.ts";
import { ruleLanguage } from "../conditions/index.ts";
import { equalitiesOf } from "../index/readings.ts";

interface CompiledFilter {
  readonly ok: true;
  matches(event: Event): boolean;
  /** What an event must have to match; the condition need not be asked about others. */
  readonly equalities: readonly FieldEquality[];
}

interface FieldEquality {
  /** As it is written: now.code. */
  readonly name: string;
  read(event: Event): unknown;
  readonly values: ReadonlySet<unknown>;
}

export type Filter = CompiledFilter | { ok: false; message: string };

/**
 * Makes what compiles the `where` of a subscription: a rule's condition without lists and tables, over the events that
 * the type patterns mean. Of the watchlists it sees what they are when it is asked. It comes from strangers: its cost is bounded, and `matches` never throws.
 */
export function createFilterCompiler(
  all: EventTypes,
  watchlists: () => Watchlists = () => none,
  calendar: () => TradingCalendar = () => weekdaysOnly,
): (where: string, patterns: readonly string[]) => Filter {
  const names = namesOf(all);
  const languageOf = createSharedLanguages(all, watchlists);
  const variables = rememberingLast(calendar);
  const compileNow = (where: string, patterns: readonly string[]): Filter => {
    const types = names.filter((type) => patterns.some((pattern) => matchesType(pattern, type)));
    if (types.length === 0) return { ok: false, message: "no event type matches these types" };
    const language = languageOf(types);
    try {
      const condition = compileCondition(where, language);
      const equalities = equalitiesOf(condition.tree, language);
      return {
        ok: true,
        matches: (event) => condition(variables(event)),
        equalities: equalities.map(({ path, values }) => ({ name: path.name, read: path.raw, values })),
      };
    } catch (error) {
      if (!(error instanceof ExpressionError)) throw error;
      const hint = error.suggestion === undefined ? "" : ` (${error.suggestion})`;
      return { ok: false, message: `where, character ${error.index + 1}: ${error.message}${hint}` };
    }
  };
  return (where, patterns) => {
    const first = compileNow(where, patterns);
    if (!first.ok || !namesWatchlists.test(where)) return first;
    let known = watchlists();
    let filter: Filter = first;
    return {
      ok: true,
      // They may name what the lists say, and that changes.
      equalities: [],
      matches(event) {
        const now = watchlists();
        if (now !== known) filter = compileNow(where, patterns);
        known = now;
        // A column that it names may be gone from a list's file.
        return filter.ok && filter.matches(event);
      },
    };
  };
}

const none: Watchlists = {};
const namesWatchlists = /\b(watchlists|mine)\b/;

const mostShared = 100;

/** Thousands of subscribers ask for few sets of types. */
function createSharedLanguages(
  all: EventTypes,
  watchlists: () => Watchlists,
): (types: readonly EventType[]) => Language {
  const shared = new Map<string, Language>();
  let seen: Watchlists | undefined;
  let reference: Reference = {};
  return (types) => {
    if (watchlists() !== seen) {
      seen = watchlists();
      reference = { watched: watchedOf(seen) };
      shared.clear();
    }
    const key = types.join();
    const known = shared.get(key);
    if (known !== undefined) return known;
    const fresh = ruleLanguage(types, all, reference);
    if (shared.size >= mostShared) shared.clear();
    shared.set(key, fresh);
    return fresh;
  };
}

/** Filters are asked about the same event one after the other. */
function rememberingLast(calendar: () => TradingCalendar): (event: Event) => Variables {
  let last: Variables | undefined;
  return (event) => {
    if (last?.event !== event) last = variablesOf(event, surroundingsOf({ calendar: calendar() }));
    return last;
  };
}
