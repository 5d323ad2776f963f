/** Compiles an expression: read and checked by the library, rewritten between the two, and evaluated by a closure. */
import { checkFields } from "./check-fields.ts";
import { compileClosure } from "./closures/compile-closure.ts";
import { stepsOf } from "./closures/making.ts";
import { explain } from "./explain.ts";
import type { Language, Variables } from "./language.ts";
import { metered } from "./meter.ts";
import { standingNamed } from "./named-fields.ts";
import { parseTree } from "./parse-tree.ts";
import { rewrite } from "./rewrite.ts";
import { ExpressionError, joinedConditions, type Node, rangeOf } from "./syntax.ts";

const longestExpression = 4_000;

export interface Expression {
  /** The type it gives: bool, double, int, string, list<string>, Item ... */
  readonly type: string;
  /** As it was checked. */
  readonly tree: Node;
  /** The value; undefined where a field that it needs is absent, and where it takes too long. Never throws. */
  evaluate(variables: Variables): unknown;
}

/**
 * Throws an ExpressionError. What it returns costs a bounded time, whatever the event holds.
 * @param whole the tree that it is a part of, where it is one: numbers of a part are those of its whole
 */
export function compileExpression(source: string, language: Language, whole?: Node): Expression {
  if (source.length > longestExpression) {
    throw new ExpressionError(0, `an expression has at most ${longestExpression} characters`);
  }
  if (source.trim() === "") throw new ExpressionError(0, "an expression is needed here");
  try {
    const { program, tree } = parseTree(source, language);
    const searches = rewrite(tree, source, language, whole ?? tree);
    const checked = program.check();
    if (checked.error !== undefined) throw checked.error;
    checkFields(tree, language);
    if (language.stands !== undefined)
      for (const named of standingNamed(tree)) language.stands.note(named, language);
    const type = checked.type ?? "dyn";
    const { read, isMetered } = compileClosure(tree, language);
    // A search for words costs little, but more than nothing.
    if (!isMetered && searches === 0) return { type, tree, evaluate: read };
    const used = isMetered ? stepsOf(tree, language) : 0;
    return { type, tree, evaluate: (variables) => metered(variables.around.meter, used, read, variables) };
  } catch (error) {
    throw withOthers(explain(error, source, language), source, language);
  }
}

/** The mistake with those of the other conditions that the expression joins, since each stands by itself. */
function withOthers(first: ExpressionError, source: string, language: Language): ExpressionError {
  const told = new Set([first.message]);
  // A name that is misspelt twice is one mistake.
  const others = mistakesInParts(source, language).filter(({ index, message }) => {
    const isNew = index !== first.index && !told.has(message);
    told.add(message);
    return isNew;
  });
  return others.length === 0
    ? first
    : new ExpressionError(first.index, first.message, first.suggestion, others);
}

function mistakesInParts(source: string, language: Language): ExpressionError[] {
  const parts = joinedParts(source, language);
  if (parts.length < 2) return [];
  return parts.flatMap((part) => {
    const { from, to } = rangeOf(part, source);
    try {
      compileExpression(source.slice(from, to), language);
      return [];
    } catch (error) {
      return error instanceof ExpressionError ? error.behind(from).all() : [];
    }
  });
}

/** None where the expression cannot be read. */
function joinedParts(source: string, { environment }: Language): Node[] {
  try {
    return joinedConditions(environment.parse(source).ast as unknown as Node);
  } catch {
    return [];
  }
}

/** Whether it holds; false where it has no value. Never throws. */
export interface Predicate {
  (variables: Variables): boolean;
  readonly tree: Node;
  /** The source of the tree. */
  readonly source: string;
}

/** Compiles what must be true or false. Throws an ExpressionError. */
export function compileCondition(source: string, language: Language): Predicate {
  const { type, tree, evaluate } = compileExpression(source, language);
  if (type !== "bool" && type !== "dyn") {
    throw new ExpressionError(
      0,
      "a condition is needed here, one that is true or false, such as now.ratio > 1",
    );
  }
  return Object.assign((variables: Variables) => evaluate(variables) === true, { tree, source });
}
