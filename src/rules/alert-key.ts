/** The key of an alert: the values of a rule's `by` for an event, as one text. */
import { tameLine } from "../lib/text/tame.ts";
import type { Expression } from "./cel/compile-expression.ts";
import type { Variables } from "./cel/language.ts";
import { shown } from "./template.ts";

export const longestKey = 300;

/** @param by empty: the subject alone */
export function keyOf(
  { by }: { readonly by: readonly Expression[] },
  variables: Variables,
  subject: string,
): string {
  if (by.length === 0) return tameLine(subject, longestKey);
  // A bar inside a value would make two different combinations one key.
  const values = by.map((value) => shown(value.evaluate(variables)).replaceAll("|", "¦"));
  return tameLine(values.join("|"), longestKey);
}
