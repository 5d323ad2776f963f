/** The value that a condition is about: how it is written, read and remembered. */
import * as z from "zod";
import type { Path } from "../../lib/yaml/parse-yaml.ts";
import { compileExpression, type Expression } from "../cel/compile-expression.ts";
import type { Variables } from "../cel/language.ts";
import type { RememberedValue } from "./condition.ts";
import type { RuleContext } from "./member.ts";

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
