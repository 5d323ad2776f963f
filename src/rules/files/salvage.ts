/** Takes what is usable from a file with mistakes in its form, so that mistakes in its conditions are told as well. */
import type { RuleEntry, RuleFile, RulesSchemas } from "../schema/rule-schema.ts";

export interface Salvaged {
  readonly lists: RuleFile["lists"];
  readonly standing: RuleFile["standing"];
  /** Undefined where nothing can be made of a rule. */
  readonly rules: readonly (RuleEntry | undefined)[];
}

export function salvage(value: unknown, { rule: schema, file }: RulesSchemas): Salvaged {
  const parsed = file.safeParse(value);
  const { lists, standing, rules } = record(value);
  const isWhole = ({ path }: { readonly path: readonly PropertyKey[] }) => path[0] !== "standing";
  const issues = parsed.error?.issues ?? [];
  return {
    lists: Object.fromEntries(Object.entries(record(lists)).map(([name, entries]) => [name, texts(entries)])),
    standing: issues.every(isWhole) ? (record(standing) as RuleFile["standing"]) : {},
    rules: (Array.isArray(rules) ? rules : []).map((rule, index) => {
      const own = issues.filter(({ path }) => path[0] === "rules" && path[1] === index);
      const broken = own.flatMap((issue) => {
        if (issue.path.length > 2) return [String(issue.path[2])];
        return issue.code === "unrecognized_keys" ? issue.keys : [];
      });
      return withoutKeys(record(rule), broken, schema);
    }),
  };
}

function withoutKeys(
  rule: Record<string, unknown>,
  broken: readonly string[],
  schema: RulesSchemas["rule"],
): RuleEntry | undefined {
  // The values that a condition with a mistake in its form would find are not known.
  const isAboutFound = (text: unknown) => broken.length > 0 && /\bfound\b/.test(String(JSON.stringify(text)));
  const rest = Object.entries(rule).filter(
    ([key, text]) => !broken.includes(key) && !(isText(key) && isAboutFound(text)),
  );
  // Missing keys have been told; the rule is compiled only for the mistakes in the keys it has.
  return schema.safeParse({ name: "nameless", title: "-", ...Object.fromEntries(rest) }).data;
}

function isText(key: string): boolean {
  return key === "title" || key === "body" || key === "texts";
}

function record(value: unknown): Record<string, unknown> {
  return typeof value === "object" && value !== null && !Array.isArray(value) ? { ...value } : {};
}

function texts(entries: unknown): string[] {
  return Array.isArray(entries) ? entries.map(String) : [];
}
