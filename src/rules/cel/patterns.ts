/** Regular expressions that strangers' text cannot slow down: RE2's linear-time engine. */
import { RE2JS } from "re2js";

const longestPattern = 500;
/** Steps of the compiled pattern and characters of the text: their product bounds the time, about 50 ms. */
const mostSteps = 200;
const longestText = 3_000;

const capacity = 500;
const compiled = new Map<string, RE2JS>();

/** What is wrong with a pattern, or undefined. */
export function patternProblem(pattern: string): string | undefined {
  if (pattern.length > longestPattern) return `a pattern has at most ${longestPattern} characters`;
  try {
    const isLong = patternSize(pattern) > mostSteps;
    return isLong
      ? "this pattern is too long, or repeats too much; has_any takes long lists of words"
      : undefined;
  } catch (error) {
    const reason = (error as Error).message.replace(/^error parsing regexp: /, "");
    return `this pattern cannot be read: ${reason}`;
  }
}

/** How many steps the compiled pattern has. Throws for a pattern with a problem. */
export function patternSize(pattern: string): number {
  return patternFor(pattern).programSize();
}

/** Whether the pattern matches somewhere in the text. Throws for a pattern with a problem. */
export function patternMatches(text: string, pattern: string): boolean {
  return patternFor(pattern).matcher(text.slice(0, longestText)).find();
}

function patternFor(pattern: string): RE2JS {
  const known = compiled.get(pattern);
  if (known !== undefined) return known;
  const fresh = RE2JS.compile(pattern);
  if (compiled.size >= capacity) compiled.clear();
  compiled.set(pattern, fresh);
  return fresh;
}
