/** Problems of a file as they may be shown: with their lines, and without the secrets of any line. */
import { type Problem, withSource } from "./problem.ts";
import { maskSecrets, type Secrets } from "./text/tame.ts";

/** @param isSecretKey whether a key of such files holds a secret */
export function safeProblems<P extends Problem>(
  problems: readonly P[],
  text: string,
  isSecretKey: Secrets["isSecretKey"],
): P[] {
  if (problems.length === 0) return [];
  const shown = problems.slice(0, mostTold);
  const keysAt = new Set(shown.flatMap((problem) => unknownKeyAt(problem, isSecretKey)));
  const masked = maskSecrets(text, { isSecretKey, keysAt });
  const secrets = hiddenWords(text, masked);
  const safe = withSource(shown, masked).map(({ source, ...problem }) => {
    const { message, suggestion } = problem;
    return {
      ...problem,
      message: cut(without(cut(message), secrets)),
      ...(suggestion !== undefined && { suggestion: cut(without(cut(suggestion), secrets)) }),
      ...(source !== undefined && source.length <= longestLine && { source }),
    } as P;
  });
  const untold = problems.length - safe.length;
  const last = safe.at(-1);
  if (untold === 0 || last === undefined) return safe;
  const { suggestion: _, ...place } = last;
  return [...safe, { ...place, message: `${untold} more in this file are not told` } as P];
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

/** Shorter secrets would be found in ordinary words. */
const shortest = 4;
const word = /[^\s"'`,:;@/${}[\]()]+/g;

function hiddenWords(text: string, masked: string): ReadonlySet<string> {
  const words = new Set<string>();
  for (const run of masked.matchAll(/\*(?:[* ]*\*)?/g)) {
    const secret = text.slice(run.index, run.index + run[0].length);
    for (const [found] of secret.matchAll(word)) if (found.length >= shortest) words.add(found);
  }
  return words;
}

function without(text: string, secrets: ReadonlySet<string>): string {
  return text.replace(word, (found) => {
    const bare = found.replace(/[.?!]+$/, "");
    return secrets.has(found) || secrets.has(bare) ? "*".repeat(found.length) : found;
  });
}
