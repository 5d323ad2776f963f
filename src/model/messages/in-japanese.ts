/**
 * Messages about files in Japanese. They are made in English wherever a mistake is found, and translated here, at the
 * door to a person; programs get them as they were made.
 */
import type { Pair } from "../language.ts";
import { answerMessages } from "./answers.ts";
import { callMessages } from "./calls.ts";
import { clusterMessages } from "./cluster.ts";
import { databaseMessages, pastMessages } from "./databases.ts";
import { deliveryMessages, digestMessages } from "./deliveries.ts";
import { fileValues, ruleValues } from "./files.ts";
import { forms, settings } from "./forms.ts";
import { pollMessages } from "./polls.ts";
import { expressions, ruleMessages } from "./rules.ts";
import { suggestions } from "./suggestions.ts";
import { clusterSettings, neededForms, settingValues } from "./values.ts";

interface Pattern {
  readonly matches: RegExp;
  readonly japanese: string;
  /** Characters that are not the file's: the pattern with most of them is the one that was meant. */
  readonly own: number;
}

const places = /\{(\d)\}/;

/** Made at the first message, since most calls have none; always the same. */
let patterns: readonly Pattern[] | undefined;

/** The message in Japanese; undefined: it has no translation. */
export function inJapanese(message: string): string | undefined {
  for (const { matches, japanese } of allPatterns()) {
    const { groups } = matches.exec(message) ?? {};
    if (groups !== undefined) return japanese.replace(/\{(\d)\}/g, (_, place) => groups[`_${place}`] ?? "");
  }
  return undefined;
}

/**
 * What the monitor said of a delivery, a poll or a call, in Japanese: the sentence, and what a server said behind it or
 * the host before it as they are. What has no translation stays as it is.
 */
export function answerInJapanese(message: string): string {
  const whole = inJapanese(message);
  if (whole !== undefined) return whole;
  const [, meaning = "", error] = /^(.*?) \((.*)\)$/s.exec(message) ?? [];
  const said = inJapanese(meaning);
  if (said !== undefined) return `${said}（${error}）`;
  const [, host, words = ""] = /^(\S+(?:, \S+)*): (.*)$/s.exec(message) ?? [];
  const after = inJapanese(words);
  return after === undefined ? message : `${host}：${after}`;
}

/** Forms, names and examples that stand in the place of something of the file, and are ours. */
const ownPlaces =
  /^(?:this must be|did you mean|no such|unknown key) |(?:one (?:looks like|is named like)|such as|as in) $/;

/**
 * The parts of a message, from and to, that may be words of the file; the others are ours. Undefined: the message is
 * none that is known here.
 */
export function fileWordsIn(message: string): [from: number, to: number][] | undefined {
  for (const { matches } of allPatterns()) {
    const { indices } = matches.exec(message) ?? {};
    if (indices === undefined) continue;
    const places = Object.entries(indices.groups ?? {}).flatMap(([name, range]) =>
      name === "_whole" || range === undefined ? [] : [range],
    );
    return places.filter(([from]) => !ownPlaces.test(message.slice(0, from))).sort(([a], [b]) => a - b);
  }
  return undefined;
}

function allPatterns(): readonly Pattern[] {
  patterns ??= [
    ...callMessages,
    ...clusterMessages,
    ...deliveryMessages,
    ...digestMessages,
    ...forms,
    ...settings,
    ...ruleMessages,
    ...expressions,
    ...suggestions,
    ...pastMessages,
    ...answerMessages,
    ...databaseMessages,
    ...pollMessages,
    ...settingValues,
    ...clusterSettings,
    ...fileValues,
    ...ruleValues,
    ...neededForms,
  ]
    .map(patternOf)
    .sort((one, other) => other.own - one.own);
  return patterns;
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
  return { matches: new RegExp(`^(?:${source})(?<_whole>)$`, "ds"), japanese, own };
}
