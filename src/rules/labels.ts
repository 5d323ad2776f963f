/** Labels of a rule's alerts: words for routes, matchers and programs, the same for all alerts or with values of each. */
import * as z from "zod";
import { tameLine } from "../lib/text/tame.ts";
import type { Path } from "../lib/yaml/parse-yaml.ts";
import type { Firing } from "../model/rule.ts";
import type { Language, Variables } from "./cel/language.ts";
import type { FileContext } from "./file-context.ts";
import { braceSlip, compileWord } from "./template.ts";

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
