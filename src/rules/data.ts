/** `data`: values of a rule's alerts under names of their own, for programs. */
import { Duration, UnsignedInt } from "@marcbachmann/cel-js/evaluator";
import * as z from "zod";
import { fitRecord } from "../lib/json/fit-record.ts";
import type { Path } from "../lib/yaml/parse-yaml.ts";
import { plainNumber } from "../model/numbers.ts";
import { type AlertData, mostDataBytes } from "../model/rule.ts";
import type { Language, Variables } from "./cel/language.ts";
import { momentText } from "./cel/time-functions.ts";
import type { FileContext } from "./file-context.ts";
import { compileShown } from "./template.ts";

/** Most values of an alert. */
const mostValues = 50;

const nameForm = /^[a-z][A-Za-z0-9]{0,59}$/;

export const dataKey = z
  .record(
    z.string().regex(nameForm, {
      error: "a name has letters and digits and begins with a small letter, such as ratioChange",
    }),
    z.string().min(1),
  )
  .refine((data) => Object.keys(data).length <= mostValues, {
    error: `\`data\` has at most ${mostValues} values`,
  })
  .optional()
  .describe(
    "values for programs, under names of your own: CEL over now, was, changed, event, lists and the like; without it, the alert has the item of its cause",
  )
  .meta({ examples: [{ ratio: "now.ratio", change: "now.ratio - was.ratio" }] });

/** Computes the data of an alert: values that are absent are left out. */
export type RuleData = (variables: Variables) => AlertData;

/** Undefined for a rule without the key. */
export function compileData(
  data: z.output<typeof dataKey>,
  path: Path,
  { context, language }: { readonly context: FileContext; readonly language: Language },
): RuleData | undefined {
  if (data === undefined) return undefined;
  const values = Object.entries(data).flatMap(([name, source]) => {
    const value = context.at([...path, name], () => compileShown(source, language));
    return value === undefined ? [] : [[name, value] as const];
  });
  return (variables) => {
    const known: Record<string, unknown> = {};
    for (const [name, { evaluate }] of values) {
      const value = plainValue(evaluate(variables));
      if (value !== undefined) known[name] = value;
    }
    return fitRecord(known, mostDataBytes);
  };
}

/** A value as JSON has it: numbers without the noise of their arithmetic, moments as texts. */
function plainValue(value: unknown): unknown {
  switch (typeof value) {
    case "string":
    case "boolean":
      return value;
    case "number":
      return Number.isFinite(value) ? Number(plainNumber(value)) : undefined;
    case "bigint":
      return Number(value);
    default:
      if (value instanceof Date) return momentText(value);
      if (value instanceof UnsignedInt) return Number(value.value);
      if (value instanceof Duration) return String(value);
      return Array.isArray(value) ? value.map(plainValue).filter((entry) => entry !== undefined) : undefined;
  }
}
