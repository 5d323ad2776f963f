/**
 * Messages about files in Japanese. They are made in English wherever a mistake is found, and translated here, at the
 * door to a person; programs get them as they were made.
 */
import { calls } from "./calls.ts";
import { expressions } from "./expressions.ts";
import { forms } from "./forms.ts";
import { rules } from "./rules.ts";
import { settings } from "./settings.ts";
import { suggestions } from "./suggestions.ts";

/** A message in English and in Japanese, with {1}, {2} and so on for what stands in the file. */
export type Pair = readonly [english: string, japanese: string];

interface Pattern {
  readonly matches: RegExp;
  readonly japanese: string;
  /** Characters that are not the file's: the pattern with most of them is the one that was meant. */
  readonly own: number;
}

const places = /\{(\d)\}/;

/** Made at the first message, since most calls have none. */
let patterns: readonly Pattern[] | undefined;

/** The message in Japanese; undefined: it has no translation. */
export function inJapanese(message: string): string | undefined {
  patterns ??= [...calls, ...forms, ...settings, ...rules, ...expressions, ...suggestions]
    .map(patternOf)
    .sort((one, other) => other.own - one.own);
  for (const { matches, japanese } of patterns) {
    const { groups } = matches.exec(message) ?? {};
    if (groups !== undefined) return japanese.replace(/\{(\d)\}/g, (_, place) => groups[`_${place}`] ?? "");
  }
  return undefined;
}

function patternOf([english, japanese]: Pair): Pattern {
  const seen = new Set<string>();
  let source = "";
  let own = 0;
  for (const [at, part] of english.split(places).entries()) {
    if (at % 2 === 0) {
      source += part.replace(/[\\^$.*+?()[\]{}|]/g, "\\$&");
      own += part.length;
    } else if (seen.has(part)) source += `\\k<_${part}>`;
    else {
      seen.add(part);
      source += `(?<_${part}>.+?)`;
    }
  }
  return { matches: new RegExp(`^(?:${source})(?<_whole>)$`, "s"), japanese, own };
}
