/** Takes what is usable from a file with mistakes in its form, so that mistakes in its conditions are told as well. */
import type * as z from "zod";
import type { RuleEntry, RuleFile, RulesSchemas } from "../schema/rule-schema.ts";

export interface Salvaged {
  readonly lists: RuleFile["lists"];
  readonly standing: RuleFile["standing"];
  /** Undefined where nothing can be made of a rule. */
  readonly rules: readonly (RuleEntry | undefined)[];
  /** Keys of each rule that have mistakes in their form. */
  readonly broken: readonly ReadonlySet<string>[];
  /** All mistakes are in the rules. */
  readonly isFounded: boolean;
}

export function salvage(value: unknown, { rule: schema, file }: RulesSchemas): Salvaged {
  const parsed = file.safeParse(value);
  const { lists, standing, rules } = record(value);
  const isWhole = ({ path }: { readonly path: readonly PropertyKey[] }) => path[0] !== "standing";
  const issues = parsed.error?.issues ?? [];
  const all = Array.isArray(rules) ? rules : [];
  const broken = all.map((_, index) => new Set(brokenKeys(issues, index)));
  return {
    lists: Object.fromEntries(Object.entries(record(lists)).map(([name, entries]) => [name, texts(entries)])),
    standing: issues.every(isWhole) ? (record(standing) as RuleFile["standing"]) : {},
    rules: all.map((rule, index) => withoutKeys(record(rule), broken[index] ?? new Set(), schema)),
    broken,
    isFounded: issues.every(({ path }) => path[0] === "rules" && path.length > 1),
  };
}

function brokenKeys(issues: readonly z.core.$ZodIssue[], index: number): string[] {
  const own = issues.filter(({ path }) => path[0] === "rules" && path[1] === index);
  return own.flatMap((issue) => {
    if (issue.path.length > 2) return [String(issue.path[2])];
    return issue.code === "unrecognized_keys" ? issue.keys : [];
  });
}

function withoutKeys(
  rule: Record<string, unknown>,
  broken: ReadonlySet<string>,
  schema: RulesSchemas["rule"],
): RuleEntry | undefined {
  const rest = Object.fromEntries(Object.entries(rule).filter(([key]) => !broken.has(key)));
  // Missing keys have been told; the rule is compiled only for the mistakes in the keys it has.
  const { data } = schema.safeParse({ name: "nameless", title: "-", ...rest });
  if (data === undefined || !broken.has("examples") || !Array.isArray(rule.examples)) return data;
  // One that has a mistake leaves its place empty, so that the others keep theirs.
  const examples = rule.examples.map(
    (one) => schema.safeParse({ ...bare, examples: [one] }).data?.examples[0],
  );
  return { ...data, examples: examples.map((one) => one ?? {}) };
}

const bare = { name: "nameless", title: "-", on: "source.failed" };

function record(value: unknown): Record<string, unknown> {
  return typeof value === "object" && value !== null && !Array.isArray(value) ? { ...value } : {};
}

function texts(entries: unknown): string[] {
  return Array.isArray(entries) ? entries.map(String) : [];
}
