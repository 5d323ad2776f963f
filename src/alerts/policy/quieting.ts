/** Silences that people set and windows of the settings: which of them quiets an alert at a moment. */
import type { AlertFacts, Silence } from "../../model/alerts.ts";
import { type Matcher, matcherOf, parseMatcher } from "../matcher.ts";
import type { Policy, Quieted } from "../policy.ts";
import type { AlertSettings } from "../settings.ts";
import { compileHours } from "./hours.ts";

/** Silences before windows: a person has set them since. Of several silences, the one that lasts longest. */
export function createQuieting(written: AlertSettings["windows"]): Policy["quieted"] {
  const windows = written.map((window) => {
    const matcher = window.match === undefined ? undefined : matcherOf(window.match);
    return { ...window, matcher, hours: compileHours([window]) };
  });
  const matcherIn = keepingMatchers();
  const bySilence = (facts: AlertFacts, at: number, silences: readonly Silence[]): Quieted | undefined => {
    let longest: Silence | undefined;
    for (const silence of silences) {
      const { from, until, match } = silence;
      if (at < from || at >= until || until <= (longest?.until ?? at)) continue;
      if (matcherIn(match)?.matches(facts)) longest = silence;
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

const mostKept = 2_000;

/** Reads the matchers of silences once each; of one that cannot be read, it answers undefined. */
function keepingMatchers(): (text: string) => Matcher | undefined {
  const kept = new Map<string, Matcher | undefined>();
  return (text) => {
    if (!kept.has(text)) {
      if (kept.size >= mostKept) kept.clear();
      const read = parseMatcher(text);
      kept.set(text, read.ok ? read.matcher : undefined);
    }
    return kept.get(text);
  };
}
