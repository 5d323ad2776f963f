import type { Expression } from "../cel/compile-expression.ts";
import type { Variables } from "../cel/language.ts";

/** The value that a condition is about. */
export type Asked = Pick<Expression, "evaluate">;

export type Remembered = number | string;

/** What an expression gives, as it can be remembered; undefined where it is absent, or no text, number or truth. */
export function remembered(of: Asked, variables: Variables): Remembered | undefined {
  const value = of.evaluate(variables);
  if (typeof value === "bigint") return Number(value);
  if (typeof value === "boolean") return String(value);
  if (typeof value === "number") return Number.isFinite(value) ? value : undefined;
  return typeof value === "string" ? value : undefined;
}

/** The same where only a number will do. */
export function rememberedNumber(of: Asked, variables: Variables): number | undefined {
  const value = remembered(of, variables);
  return typeof value === "number" ? value : undefined;
}
