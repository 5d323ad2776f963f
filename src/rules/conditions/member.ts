/**
 * The interface of the family: all that a condition over several events answers, and the value that it is about. What a
 * member leaves out does not compile.
 */
import * as z from "zod";
import type { Path } from "../../lib/yaml/parse-yaml.ts";
import type { EventType } from "../../model/event.ts";
import { compileExpression, type Expression } from "../cel/compile-expression.ts";
import type { Language, Variables } from "../cel/language.ts";
import type { FileContext } from "../context/file-context.ts";
import type { RuleLinted } from "../lint/check-condition.ts";
import type { EventCondition, RememberedValue } from "./condition.ts";

/** Facts about a rule that its conditions need to compile. */
export interface RuleContext {
  readonly context: FileContext;
  readonly language: Language;
  /** Types of the rule's events. */
  readonly types: readonly EventType[];
}

/** Events that a condition asks for by their type, where its rule is about several, or by what is true of them. */
export interface AskedEvents {
  /** Absent: all of the rule's types. */
  readonly on?: string | string[];
  /** CEL; absent: all events of the types. */
  readonly when?: string | undefined;
  /** Path of the map that has `on` and `when`. */
  readonly path: Path;
  /** The condition holds only where none of them comes. */
  readonly isExcluded: boolean;
}

/** Names of a condition in other programs. */
export interface Borrowed {
  /** Functions that they would call in an expression. */
  readonly functions: RegExp;
  /** Keys that they would give a rule; absent: none that is not a function's name, too. */
  readonly keys?: RegExp;
  /** Suggested YAML, the key first. */
  readonly write: string;
}

/** @typeParam Schema what an author writes at the key */
export interface ConditionMember<Key extends string = string, Schema extends z.ZodType = z.ZodType> {
  /** The key of a rule, and the condition's name. Its heading in docs/rules-conditions.md is the same. */
  readonly key: Key;
  /** Description for editors and the table of docs/rules-reference.md. */
  readonly about: string;
  /** Shown beside that; each one loads. */
  readonly examples: readonly z.input<Schema>[];
  readonly schema: Schema;
  readonly borrowed: Borrowed;
  /** Names of the values that it finds; texts use them as `found.NAME`. */
  readonly found: readonly string[];
  /**
   * Compiles it: its state, what an event and time make of that, and how `why` explains it. Undefined with a
   * mistake, which is reported.
   */
  compile(written: z.output<Schema>, path: Path, around: RuleContext): EventCondition | undefined;
  /** Whether it holds for the moment of an event alone, so that `for` cannot ask for it. */
  isMomentary(written: z.output<Schema>): boolean;
  /** Its own patterns and expressions, which are linted as the rule's are. Empty: it is about all events of the rule. */
  events(written: z.output<Schema>, path: Path): readonly AskedEvents[];
  /** Reports what `check` has to say of it in a rule without mistakes; false: it can never hold, which is reported. */
  lint(written: z.output<Schema>, path: Path, rule: RuleLinted): boolean;
}

/** A member, its types kept. */
export function conditionMember<const Key extends string, Schema extends z.ZodType>(
  one: ConditionMember<Key, Schema>,
): ConditionMember<Key, Schema> {
  return one;
}

export const of = z
  .string()
  .min(1)
  .describe("value to measure (CEL)")
  .meta({ examples: ["now.ratio", "now.shares - was.shares"] });

const numbers = ["double", "int", "dyn"];

/** Kinds of values that a condition may be about: the types of their expressions, and their words in mistakes. */
const kinds: Readonly<Record<"number" | "truth" | "any", { types: readonly string[]; wanted: string }>> = {
  number: { types: numbers, wanted: "a number, such as now.ratio," },
  truth: { types: ["bool", "dyn"], wanted: "something true or false, such as now.rank <= 10," },
  any: { types: [...numbers, "string", "bool"], wanted: "a text or a number" },
};

/**
 * Compiles `of`; undefined with a mistake, which is reported.
 * @param path of the condition
 */
export function compileOf(
  source: string,
  kind: "number" | "truth" | "any",
  path: Path,
  { context, language }: RuleContext,
): Expression | undefined {
  const at = [...path, "of"];
  const of = context.at(at, () => compileExpression(source, language));
  if (of === undefined || kinds[kind].types.includes(of.type)) return of;
  context.report(context.yaml.at(at), `${kinds[kind].wanted} is needed here`);
  return undefined;
}

/** Whether an expression gives a number, as far as is known. */
export function isNumber({ type }: Expression): boolean {
  return numbers.includes(type);
}

/** A compiled `of`. */
export type OfExpression = Pick<Expression, "evaluate">;

/** The value of an expression as a state can keep it; undefined where it is absent, or no text, number or truth. */
export function remembered(of: OfExpression, variables: Variables): RememberedValue | undefined {
  const value = of.evaluate(variables);
  if (typeof value === "bigint") return Number(value);
  if (typeof value === "boolean") return String(value);
  if (typeof value === "number") return Number.isFinite(value) ? value : undefined;
  return typeof value === "string" ? value : undefined;
}

/** `remembered` where only a number will do. */
export function rememberedNumber(of: OfExpression, variables: Variables): number | undefined {
  const value = remembered(of, variables);
  return typeof value === "number" ? value : undefined;
}

/** `remembered` where only what is true or false will do, as 1 and 0. */
export function rememberedTruth(of: OfExpression, variables: Variables): number | undefined {
  const value = of.evaluate(variables);
  return typeof value === "boolean" ? Number(value) : undefined;
}
