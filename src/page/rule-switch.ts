/** `/api/rule/switch`: turns a rule on or off, by an edit of its file that takes effect as any edit does. */
import { join } from "node:path";
import * as z from "zod";
import { asUnread, readSmallFile } from "../lib/read-small-file.ts";
import { replaceFile } from "../lib/replace-file.ts";
import { createOneAtATime } from "../lib/turns.ts";
import { withValue } from "../lib/yaml/edit-yaml.ts";
import { parseYaml } from "../lib/yaml/parse-yaml.ts";
import type { RuleSwitched } from "../model/page/rules.ts";
import type { JsonRoute } from "../outputs/output.ts";
import type { CompiledRule } from "../rules/compiled-rule.ts";
import { mostBytes } from "../rules/files/read-rule-files.ts";
import type { PageParts } from "./index.ts";
import { bodyOf, type PageAnswer, refusal } from "./query.ts";
import { noRule, switchOf } from "./rule.ts";

const asked = z.strictObject({ name: z.string(), enabled: z.boolean() });

/** 200 written; 404 no such rule; 409 the settings decide it, or the file cannot be edited, with the reason. */
export function ruleSwitchCall(parts: PageParts): JsonRoute {
  const edits = createOneAtATime();
  return {
    right: "act",
    method: "POST",
    path: "/api/rule/switch",
    answer: ({ body }) =>
      bodyOf(asked, body, ({ name, enabled }) => {
        const rule = parts.rules.current().all.find((one) => one.name === name);
        if (rule === undefined) return noRule;
        const told = switchOf(name, parts);
        if (told.at === "settings")
          return refusal(409, `the settings turn this rule on or off, at ${told.file}:${told.line}`);
        return edits.run(rule.file, undefined, () => edited(rule, enabled, parts));
      }),
  };
}

async function edited(
  { name, file }: CompiledRule,
  enabled: boolean,
  { config }: Pick<PageParts, "config">,
): Promise<PageAnswer> {
  const path = join(config.rules, file);
  let before: string;
  try {
    before = (await readSmallFile(path, mostBytes)).toString("utf8");
  } catch (error) {
    return refusal(409, `${file}: ${asUnread(error).message}`);
  }
  const after = switchedText(name, enabled, before);
  if (after === undefined)
    return refusal(
      409,
      `${file}: the rule cannot be found there, or the file has a mistake; edit it by hand`,
    );
  const replaced = await replaceFile({ path, before, after });
  if (replaced.kind === "changed")
    return refusal(409, `${file}: somebody has just saved this file: look again`);
  if (replaced.kind === "refused") return refusal(409, `${file}: ${replaced.message}`);
  const answer: RuleSwitched = { name, enabled, file };
  return { status: 200, body: answer };
}

/** The file with the rule on or off; undefined where it is not there, or is written so that it cannot be edited. */
function switchedText(name: string, enabled: boolean, before: string): string | undefined {
  const place = placeOf(name, before);
  try {
    return place && withValue(before, [...place, "enabled"], enabled, "name");
  } catch {
    return undefined;
  }
}

/** Where the rule is in the file as it is now. */
function placeOf(name: string, text: string): readonly (string | number)[] | undefined {
  const { value } = parseYaml(text, "");
  const rules = (value as { readonly rules?: unknown } | null)?.rules;
  if (!Array.isArray(rules)) return undefined;
  const index = rules.findIndex((rule: { readonly name?: unknown } | null) => rule?.name === name);
  return index === -1 ? undefined : ["rules", index];
}
