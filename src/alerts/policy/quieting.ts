/** Silences that people set and windows of the settings: which of them quiets an alert at a moment. */
import type { AlertFacts, Silence } from "../../model/alerts.ts";
import { matcherOf } from "../matcher.ts";
import type { Policy, Quieted } from "../policy.ts";
import type { AlertSettings } from "../settings.ts";
import { compileHours } from "./hours.ts";
import { indexSilences, type SilenceIndex } from "./silence-index.ts";

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
