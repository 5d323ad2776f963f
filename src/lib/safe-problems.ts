/** Problems of a file as they may be shown: with their lines, and without the secrets of any line. */
import { type Problem, withSource } from "./problem.ts";
import { maskSecrets, type Secrets } from "./text/tame.ts";

/** What is known of a kind of files and of the messages about them. */
export interface Telling {
  /** Whether a key of such files holds a secret. */
  readonly isSecretKey: Secrets["isSecretKey"];
  /** Parts of a message, from and to, that may repeat what the file says; undefined: any of it may. */
  repeatedIn?(message: string): readonly Range[] | undefined;
  /** Values that came from elsewhere, such as the environment. */
  readonly filled?: readonly FilledValue[] | undefined;
}

type Range = readonly [from: number, to: number];

export interface FilledValue {
  /** Line of the file that the value was filled into. */
  readonly line: number;
  readonly key: string;
  readonly text: string;
}

export function safeProblems<P extends Problem>(problems: readonly P[], text: string, telling: Telling): P[] {
  if (problems.length === 0) return [];
  const { isSecretKey } = telling;
  const shown = problems.slice(0, mostTold);
  const keysAt = new Set(shown.flatMap((problem) => unknownKeyAt(problem, isSecretKey)));
  const masked = maskSecrets(text, { isSecretKey, keysAt });
  const found = [...hiddenWords(text, masked), ...filledWords(telling)];
  const safe = withSource(shown, masked).map(({ source, ...problem }) => {
    const { message, suggestion } = problem;
    const hide = hiding(secretsFor(problem, found), telling);
    return {
      ...problem,
      message: cut(hide(cut(message))),
      ...(suggestion !== undefined && { suggestion: cut(hide(cut(suggestion))) }),
      ...(source !== undefined && source.length <= longestLine && { source }),
    } as P;
  });
  const untold = problems.length - safe.length;
  const last = safe.at(-1);
  if (untold === 0 || last === undefined) return safe;
  const { suggestion: _, ...place } = last;
  return [...safe, { ...place, message: `${untold} more in this file are not shown` } as P];
}

/** More helps nobody; a file made to have thousands would fill the log, the feed and mails with them. */
const mostTold = 100;
const longestText = 500;
/** A longer line is not shown. */
const longestLine = 20_000;

function cut(text: string): string {
  return text.length <= longestText ? text : `${text.slice(0, longestText)}…`;
}

/**
 * The key of a problem, where nobody knows what it holds: it may be a password under a name of the author's own. What is
 * near a known key is a slip, and holds what that one does.
 */
function unknownKeyAt(
  { message, suggestion, line, column }: Problem,
  isSecret: Secrets["isSecretKey"],
): string[] {
  if (!message.startsWith("unknown key ")) return [];
  const [, meant] = /`([^`]+)`/.exec(suggestion ?? "") ?? [];
  return meant !== undefined && !isSecret(meant) ? [] : [`${line}:${column}`];
}

/** Secrets that are shorter are ordinary words anywhere but on their own lines. */
const shortestElsewhere = 8;
/** The same, where nobody knows which words of a message are ours. */
const shortestInDoubt = 4;
const word = /[^\s"'`,:;@/${}[\]()]+/g;

/**
 * Ordinary words on the way to what an address hides, such as `services` of a chat's: paths of files have them, too. The
 * last step may be all that there is to know, and an address with a login may have a slash in its password.
 */
const commonSteps =
  /(?<=https?:\/\/[^\s"'/@?#]{1,200}\/(?:[^\s"'/@?#]{1,200}\/){0,8})[a-z_-]{1,15}(?=\/[^\s"'@/][^\s"'@]{0,500}(?:["'\s,}]|$))/g;

/** A word of a secret, and the line that has it. */
interface HiddenWord {
  readonly line: number;
  readonly word: string;
}

function hiddenWords(text: string, masked: string): HiddenWord[] {
  const shown = masked.split("\n");
  return text.split("\n").flatMap((line, index) => {
    const common = new Set([...line.matchAll(commonSteps)].map((step) => step.index));
    const runs = [...(shown[index] ?? "").matchAll(/\*(?:[* ]*\*)?/g)];
    return runs.flatMap((run) => {
      const words = [...line.slice(run.index, run.index + run[0].length).matchAll(word)];
      return words.flatMap((one) =>
        common.has(run.index + one.index) ? [] : [{ line: index + 1, word: one[0] }],
      );
    });
  });
}

/** What came from elsewhere is hidden as it would be in the file. */
function filledWords({ filled = [], isSecretKey }: Telling): HiddenWord[] {
  return filled.flatMap(({ line, key, text }) => {
    const written = `${key}: ${JSON.stringify(text)}`;
    return hiddenWords(written, maskSecrets(written, { isSecretKey })).map(({ word }) => ({ line, word }));
  });
}

/** All words of the secret that a problem is about, and the long ones of others. */
function secretsFor({ line }: Pick<Problem, "line">, found: readonly HiddenWord[]): ReadonlySet<string> {
  const lines = new Set(found.map((one) => one.line));
  // A secret of several lines has its problem at the first.
  let last = line;
  while (lines.has(last + 1)) last++;
  const isOwn = (one: HiddenWord) => one.line >= line && one.line <= last;
  const hidden = found.filter((one) => isOwn(one) || one.word.length >= shortestElsewhere);
  return new Set(hidden.map((one) => one.word));
}

function hiding(secrets: ReadonlySet<string>, { repeatedIn }: Telling): (text: string) => string {
  return (text) => {
    if (secrets.size === 0) return text;
    const ranges = repeatedIn?.(text);
    if (ranges === undefined) return without(text, secrets, shortestInDoubt);
    let at = 0;
    let told = "";
    for (const [from, to] of ranges) {
      told += text.slice(at, from) + without(text.slice(from, to), secrets, 1);
      at = to;
    }
    return told + text.slice(at);
  };
}

function without(text: string, secrets: ReadonlySet<string>, shortest: number): string {
  return text.replace(word, (found) => {
    const bare = found.replace(/[.?!]+$/, "");
    const isHidden = bare.length >= shortest && (secrets.has(found) || secrets.has(bare));
    return isHidden ? "*".repeat(found.length) : found;
  });
}
