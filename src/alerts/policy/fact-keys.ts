/** The facts of an alert by name, as matchers, groups and inhibitions ask for them. */
import { didYouMean } from "../../lib/text/nearest.ts";
import type { AlertFacts } from "../../model/alerts.ts";
import type { Language } from "../../model/notification.ts";

interface FactKey {
  /** Words for it in front of a value. */
  readonly words: Readonly<Record<Language, string>>;
  /** The alert's values, mostly one; none where it has no such fact. */
  valuesOf(facts: AlertFacts): readonly string[];
}

const keys = {
  rule: { words: { en: "rule", ja: "ルール" }, valuesOf: ({ rule }) => [rule] },
  key: { words: { en: "key", ja: "キー" }, valuesOf: ({ key }) => [key] },
  severity: { words: { en: "severity", ja: "重要度" }, valuesOf: ({ severity }) => [severity] },
  subject: { words: { en: "subject", ja: "対象" }, valuesOf: ({ subject }) => [subject] },
  source: { words: { en: "source", ja: "情報源" }, valuesOf: ({ source }) => [sourceName(source)] },
  watchlist: {
    words: { en: "watchlist", ja: "ウォッチリスト" },
    valuesOf: ({ watchlists }) => watchlists,
  },
  notify: { words: { en: "recipient", ja: "宛先" }, valuesOf: ({ notify = [] }) => notify },
} satisfies Record<string, FactKey>;

const prefix = "label.";

/** All keys, as a person writes them. */
const factKeys: readonly string[] = Object.keys(keys);

/** Form of the keys, for schemas. */
export const factKeyForm = `(${factKeys.join("|")}|label\\.[^\\s=!<>~,"']+)`;

/** The fact of a name; undefined where there is none. */
export function factKey(name: string): FactKey | undefined {
  if (Object.hasOwn(keys, name)) return keys[name as keyof typeof keys];
  if (!name.startsWith(prefix) || name === prefix) return undefined;
  const label = name.slice(prefix.length);
  return {
    words: { en: label, ja: label },
    valuesOf: ({ labels }) => (Object.hasOwn(labels, label) ? [labels[label] ?? ""] : []),
  };
}

/** Says that there is no such key, and which was probably meant. */
export function noFactKey(name: string): { readonly message: string; readonly suggestion: string } {
  const [, label] = /^labels?[.:]?(.*)$/.exec(name) ?? [];
  const ofLabel = label === undefined ? undefined : `write ${prefix}${label || "NAME"}`;
  const there = `there are ${factKeys.join(", ")} and ${prefix}NAME`;
  return { message: `unknown key \`${name}\``, suggestion: ofLabel ?? didYouMean(name, factKeys) ?? there };
}

/** The alert's value of a key as one text; empty where it has none. */
export function factOf(name: string, facts: AlertFacts): string {
  return factKey(name)?.valuesOf(facts).join(", ") ?? "";
}

/** Name of a source by the path that its events have: `margin-alerts`; of the monitor's own parts, such as `store`. */
function sourceName(path: string): string {
  return path.replace(/^\/(sources\/)?/, "");
}
