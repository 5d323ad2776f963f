/** The setting `rules`: the folder of rules, and what is changed of them without an edit of their files. */
import * as z from "zod";
import type { Path, YamlFile } from "../lib/yaml/parse-yaml.ts";
import { filledText } from "../lib/yaml/validate-yaml.ts";
import type { OverridePlace, RuleOverrides } from "../model/rule.ts";
import { outputMembers } from "../outputs/index.ts";

const targets = outputMembers.flatMap(({ notify }) => notify?.example ?? []);

const folder = filledText()
  .describe("folder of rule files; by default rules beside this file, or one folder up")
  .meta({ examples: ["../rules"] });

// The rule that it is for checks what a value may be.
const override = z
  .strictObject({
    enabled: z.boolean().optional().describe("false: the rule gives no alerts"),
    notify: z
      .union([z.array(z.string()), z.string()], { error: "this must be a list, or CEL that gives one" })
      .optional()
      .describe("who gets mails instead")
      .meta({ examples: [targets, []] }),
    cooldown: z
      .string()
      .optional()
      .describe("another shortest time between two alerts")
      .meta({ examples: ["1d"] }),
    severity: z
      .string()
      .optional()
      .describe("another severity: info, warning, critical, or CEL that gives one")
      .meta({ examples: ["info"] }),
    params: z
      .record(z.string(), z.union([z.number(), z.string(), z.boolean(), z.array(z.string())]))
      .optional()
      .describe("other values of the rule's parameters")
      .meta({ examples: [{ level: 1.5 }] }),
  })
  .meta({ id: "ruleOverride", examples: [{ enabled: false }] });

export const rulesSetting = z
  .union(
    [
      folder,
      z.strictObject({
        folder: folder.optional(),
        overrides: z
          .record(z.string(), override)
          .default({})
          .describe("by the names of rules: what is changed of them")
          .meta({ examples: [{ "large-new-short": { params: { level: 1.5 } } }] }),
      }),
    ],
    { error: "this takes the folder of rules, or { folder, overrides }" },
  )
  .optional()
  .describe("folder of rule files, and what is changed of the rules in it");

type RulesSetting = z.output<typeof rulesSetting>;

/** The folder that is named, if one is. */
export function folderOf(rules: RulesSetting): string | undefined {
  return typeof rules === "string" ? rules : rules?.folder;
}

/** The overrides with their places in the file; undefined where there are none. */
export function overridesOf(rules: RulesSetting, yaml: YamlFile, file: string): RuleOverrides | undefined {
  if (typeof rules !== "object" || Object.keys(rules.overrides).length === 0) return undefined;
  const places: Record<string, OverridePlace> = {};
  const note = (value: unknown, path: Path): void => {
    const at = ["rules", "overrides", ...path];
    const place = { key: yaml.atKey(at), value: yaml.at(at), text: yaml.atIndex(at, 0) };
    places[JSON.stringify(path)] = place;
    if (typeof value === "object" && value !== null)
      for (const [key, part] of Object.entries(value))
        note(part, [...path, Array.isArray(value) ? Number(key) : key]);
  };
  for (const [name, changed] of Object.entries(rules.overrides)) note(changed, [name]);
  return { file, rules: rules.overrides, places };
}
