/** What is written out in an expression and can be told to be wrong before any event comes. */
import { patternProblem } from "./patterns.ts";
import { ExpressionError, literalText, type Node } from "./syntax.ts";
import { zoneProblem } from "./time-functions.ts";

/** Of a map. Throws an ExpressionError for a key that objects of the program have anyway. */
export function checkKeys({ args }: Node): void {
  const keys = (args as [Node, Node][]).map(([key]) => key);
  const bad = keys.find((key) => poisonous.has(literalText(key)));
  if (bad !== undefined) throw new ExpressionError(bad.start, `\`${literalText(bad)}\` cannot be a key`);
}

const poisonous: ReadonlySet<string | undefined> = new Set(["__proto__", "constructor", "prototype"]);

/** Throws an ExpressionError. */
export function checkPattern(pattern: Node | undefined): void {
  if (pattern === undefined) return;
  const text = literalText(pattern);
  if (text === undefined) throw new ExpressionError(pattern.start, "a pattern must be written out in quotes");
  const problem = patternProblem(text);
  if (problem !== undefined) throw new ExpressionError(pattern.start, problem);
}

/** Throws an ExpressionError. */
export function checkZone(zone: Node | undefined): void {
  const name = literalText(zone);
  const problem = name === undefined ? undefined : zoneProblem(name);
  if (zone === undefined || problem === undefined) return;
  throw new ExpressionError(zone.start, problem, "write it as in Asia/Tokyo");
}
