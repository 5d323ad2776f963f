/** Facts of an alert by their keys, and the patterns that matchers hold them against. */
import { didYouMean } from "../lib/text/nearest.ts";
import type { AlertFacts } from "../model/alerts.ts";
import type { Language } from "../model/language.ts";

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

/** Name of a source by the path that its events have: as the settings say it; of the monitor's own parts, such as `store`. */
function sourceName(path: string): string {
  return path.replace(/^\/(sources\/)?/, "");
}

/** The texts between the stars: a single one is the whole. */
export type Pattern = readonly string[];

/** @param written with \ before a character that means only itself */
export function patternOf(written: string): Pattern {
  const pieces = [""];
  for (const [part] of written.matchAll(/\\.|\*|[^\\*]+/gs)) {
    if (part === "*") pieces.push("");
    else pieces.push(`${pieces.pop()}${part.startsWith("\\") ? part.slice(1) : part}`);
  }
  return pieces;
}

/** Whether a text fits. Linear: a piece that was found is never looked for again. */
export function fits(pattern: Pattern, text: string): boolean {
  const [first = "", ...rest] = pattern;
  const last = rest.pop();
  if (last === undefined) return text === first;
  const end = text.length - last.length;
  if (end < first.length || !text.startsWith(first) || !text.endsWith(last)) return false;
  let at = first.length;
  for (const piece of rest) {
    const found = text.indexOf(piece, at);
    if (found < 0 || found + piece.length > end) return false;
    at = found + piece.length;
  }
  return true;
}

/** Whether every text fits. */
export function fitsAll(pattern: Pattern): boolean {
  return pattern.length > 1 && pattern.every((piece) => piece === "");
}
