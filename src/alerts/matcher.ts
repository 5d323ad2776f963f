/**
 * Matchers: the alerts that a route, a silence or an inhibition is about, in one text such as
 * `rule=short-* subject=7203,6758 severity!=info`. A blank is *and*, a comma *or*, `*` any text, `!=` not.
 */
import type { AlertFacts } from "../model/alerts.ts";
import { factKey } from "./policy/fact-keys.ts";
import { conditionsIn, type MatcherCondition, type MatcherMistake, Misread } from "./policy/matcher-text.ts";
import { fits } from "./policy/pattern.ts";

export type { MatcherCondition } from "./policy/matcher-text.ts";

export interface Matcher {
  readonly text: string;
  readonly conditions: readonly MatcherCondition[];
  matches(facts: AlertFacts): boolean;
}

export type ParsedMatcher =
  | { readonly ok: true; readonly matcher: Matcher }
  | { readonly ok: false; readonly mistake: MatcherMistake };

/** Reads a matcher, or says what is wrong with its text, and where. */
export function parseMatcher(text: string): ParsedMatcher {
  try {
    const conditions = conditionsIn(text);
    const matches = (facts: AlertFacts) => conditions.every((one) => holds(one, facts));
    return { ok: true, matcher: { text, conditions, matches } };
  } catch (error) {
    if (error instanceof Misread) return { ok: false, mistake: error.mistake };
    throw error;
  }
}

/** Reads a matcher that was checked before; throws for any other text. */
export function matcherOf(text: string): Matcher {
  const read = parseMatcher(text);
  if (!read.ok) throw new Error(`no matcher: ${read.mistake.message}`);
  return read.matcher;
}

function holds({ key, isNot, values }: MatcherCondition, facts: AlertFacts): boolean {
  const own = factKey(key)?.valuesOf(facts) ?? [];
  return own.some((text) => values.some(({ pattern }) => fits(pattern, text))) !== isNot;
}

/** A text as a value that fits it alone, whatever characters it has. */
export function matcherValue(text: string): string {
  return /^[^\s,"'\\*]+$/.test(text) ? text : `"${text.replace(/["\\*]/g, "\\$&")}"`;
}
