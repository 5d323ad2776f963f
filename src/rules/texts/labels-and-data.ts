/** What a rule's alerts carry for programs: labels for routes and matchers, and `data`, values under names of their own. */
import { Duration, UnsignedInt } from "@marcbachmann/cel-js/evaluator";
import * as z from "zod";
import { fitRecord } from "../../lib/json/fit-record.ts";
import { tameLine } from "../../lib/text/tame.ts";
import type { Path } from "../../lib/yaml/parse-yaml.ts";
import { plainNumber } from "../../model/numbers.ts";
import { type AlertData, type Firing, mostDataBytes } from "../../model/rule.ts";
import type { Language, Variables } from "../cel/language.ts";
import { utcText } from "../cel/time-functions.ts";
import type { FileContext } from "../context/file-context.ts";
import { braceSlip, compileShown, compileWord } from "./template.ts";

export const labelsKey = z
  .record(z.string(), z.string())
  .default({})
  .describe(
    "words sent along with the alert, for routes and for programs that read the feed; {{ }} holds values, and a label with an absent value is left out",
  )
  .meta({ examples: [{ book: "japan" }, { size: "{{ now.ratio >= 1 ? 'large' : 'small' }}" }] });

export interface RuleLabels {
  /** Labels of a rule that has the same for all alerts. */
  readonly fixed: Partial<Pick<Firing, "labels">>;
  /** All labels of an alert, where they are not fixed. */
  of(variables: Variables): Partial<Pick<Firing, "labels">>;
}

/** Most characters of a label that has values. */
const longestLabel = 200;

export function compileLabels(
  labels: Firing["labels"],
  path: Path,
  { context, language }: { readonly context: FileContext; readonly language: Language },
): RuleLabels {
  const { yaml, report, warn } = context;
  const words = Object.entries(labels).map(([name, text]) => {
    const at = [...path, name];
    if (name.includes("{{"))
      report(yaml.atKey(at), "a label's name holds no values", "put them into its text");
    const slip = braceSlip(text);
    if (slip !== undefined)
      warn(yaml.atIndex(at, slip), "this is shown as it is written", "values go in {{ }}");
    if (!text.includes("{{")) return [name, () => text] as const;
    const word = compileWord(text, language, (error) =>
      report(yaml.atIndex(at, error.index), error.message, error.suggestion),
    );
    return [name, (variables: Variables) => tameLine(word(variables) ?? "", longestLabel)] as const;
  });
  if (!Object.values(labels).some((text) => text.includes("{{")))
    return { fixed: { labels }, of: () => ({}) };
  return {
    fixed: {},
    of(variables) {
      const rendered = words.map(([name, word]) => [name, word(variables)] as const);
      return { labels: Object.fromEntries(rendered.filter(([, word]) => word !== "")) };
    },
  };
}

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
      if (value instanceof Date) return utcText(value);
      if (value instanceof UnsignedInt) return Number(value.value);
      if (value instanceof Duration) return String(value);
      return Array.isArray(value) ? value.map(plainValue).filter((entry) => entry !== undefined) : undefined;
  }
}
