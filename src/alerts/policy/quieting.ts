/** Silences that people set and windows of the settings: which of them quiets an alert at a moment. */

import type { AlertFacts, Silence } from "../../model/alerts.ts";
import { type Matcher, type MatcherCondition, matcherOf, parseMatcher } from "../matcher.ts";
import type { Policy, Quieted } from "../policy.ts";
import type { AlertSettings } from "../settings.ts";
import { factOf } from "./fact-keys.ts";
import { compileHours } from "./hours.ts";

/** Silences before windows: a person has set them since. Of several silences, the one that lasts longest. */
export function createQuieting(written: AlertSettings["windows"]): Policy["quieted"] {
  const windows = written.map((window) => {
    const matcher = window.match === undefined ? undefined : matcherOf(window.match);
    return { ...window, matcher, hours: compileHours([window]) };
  });
  const indexes = new WeakMap<readonly Silence[], SilenceIndex>();
  const bySilence = (facts: AlertFacts, at: number, silences: readonly Silence[]): Quieted | undefined => {
    const index = indexes.get(silences) ?? indexSilences(silences);
    indexes.set(silences, index);
    let longest: Silence | undefined;
    for (const silence of index(facts)) {
      const { from, until } = silence;
      if (at >= from && at < until && until > (longest?.until ?? at)) longest = silence;
    }
    return longest && { by: longest.id, fate: longest.fate, until: longest.until };
  };
  return (facts, at, silences, calendar) => {
    const silence = bySilence(facts, at, silences);
    if (silence !== undefined) return silence;
    for (const { name, fate, matcher, hours } of windows)
      if (hours?.includes(at, calendar) && (matcher?.matches(facts) ?? true))
        return { by: name, fate, until: hours.nextClosed(at, calendar) };
    return undefined;
  };
}

// Silences by the exact values that most of them name: an alert is compared with those alone that may fit it.

/** Facts that tell alerts apart, the best first. */
const tellingKeys = ["key", "subject", "rule"];

interface Indexed {
  readonly silence: Silence;
  readonly matcher: Matcher;
  /** Place among all of them. */
  readonly place: number;
}

type SilenceIndex = (facts: AlertFacts) => readonly Silence[];

/** Gives the silences that match an alert, in their order. One that cannot be read matches none. */
export function indexSilences(silences: readonly Silence[]): SilenceIndex {
  const byValue = new Map<string, Indexed[]>();
  const others: Indexed[] = [];
  for (const [place, silence] of silences.entries()) {
    const matcher = matcherIn(silence);
    if (matcher === undefined) continue;
    const indexed = { silence, matcher, place };
    const names = namesIn(matcher.conditions);
    if (names === undefined) others.push(indexed);
    for (const name of names ?? []) {
      const known = byValue.get(name);
      if (known === undefined) byValue.set(name, [indexed]);
      else known.push(indexed);
    }
  }
  return (facts) => {
    const near = tellingKeys.flatMap((key) => byValue.get(nameOf(key, factOf(key, facts))) ?? []);
    const matching = [...near, ...others].filter(({ matcher }) => matcher.matches(facts));
    return matching.sort((a, b) => a.place - b.place).map(({ silence }) => silence);
  };
}

// The kept silences are the same objects from one question to the next.
const matchers = new WeakMap<Silence, Matcher | undefined>();

function matcherIn(silence: Silence): Matcher | undefined {
  if (!matchers.has(silence)) {
    const read = parseMatcher(silence.match);
    matchers.set(silence, read.ok ? read.matcher : undefined);
  }
  return matchers.get(silence);
}

/** Names of the values of which an alert must have one; undefined where stars leave that open. */
function namesIn(conditions: readonly MatcherCondition[]): ReadonlySet<string> | undefined {
  const exact = conditions.filter(
    ({ isNot, values }) => !isNot && values.every(({ pattern }) => pattern.length === 1),
  );
  const [best] = tellingKeys.flatMap((wanted) => exact.filter(({ key }) => key === wanted));
  return best && new Set(best.values.map(({ pattern: [value = ""] }) => nameOf(best.key, value)));
}

function nameOf(key: string, value: string): string {
  return `${key}=${value}`;
}
