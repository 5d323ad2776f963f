/** The rules of docs/desk as the gallery has them: compiled in their own settings, with what each needs of its file. */
import { readFileSync } from "node:fs";
import { join } from "node:path";
import type { Config } from "../../config/config.ts";
import { packageFolder } from "../../config/default-places.ts";
import { requireConfig } from "../../files/check-files.ts";
import { type Needed, namesIn, ruleTexts } from "../../files/edited-rules.ts";
import { eventTypesOf } from "../../files/event-types.ts";
import { Refused } from "../../lib/problem.ts";
import { without, withValue } from "../../lib/yaml/edit-yaml.ts";
import { parseYaml } from "../../lib/yaml/parse-yaml.ts";
import { blockLines, type Written } from "../../lib/yaml/written-value.ts";
import type { LackingSource } from "../../model/page/gallery.ts";
import { notifyTargets } from "../../outputs/index.ts";
import type { CompiledRule } from "../../rules/compiled-rule.ts";
import { type RuleText, readRuleFiles } from "../../rules/files/read-rule-files.ts";
import { isMap } from "../../rules/reference/data-file.ts";
import { requireCompiled } from "../bench/check-rule.ts";

export interface Desk {
  readonly config: Config;
  readonly texts: readonly RuleText[];
  readonly rules: readonly CompiledRule[];
  /**
   * The text of a rule for other settings, and what it needs that the files of their folder do not have. Throws Refused
   * where they have it otherwise.
   */
  taken(
    name: string,
    texts: readonly RuleText[],
    settings: Pick<Config, "outputs">,
  ): { readonly text: string; readonly needed: Needed } | undefined;
  /** Says of a rule which sources it is about that the settings do not have. */
  lackedBy(config: Config): (rule: CompiledRule) => LackingSource[];
}

const settingsFile = "docs/desk/monitor.yaml";

/** Throws Refused where the files are not there. */
export async function openDesk(): Promise<Desk> {
  const file = join(packageFolder(import.meta.dirname), settingsFile);
  const config = requireConfig(file, {});
  const { texts } = await readRuleFiles(config.rules);
  const rules = await requireCompiled(config, texts);
  const written = sourcesIn(readFileSync(file, "utf8"));
  const parsed = texts.map(parsedText);
  const own = rulesIn(parsed);
  const definitions = definitionsIn(parsed);
  const neededBy = (name: string) => reached(own.get(name)?.text ?? "", definitions);
  const { known } = eventTypesOf(config);
  const receivers = notifyTargets(config.outputs);
  return {
    config,
    texts,
    rules: rules.all.filter(({ name }) => own.get(name)?.template === undefined),
    taken(name, folder, settings) {
      const rule = own.get(name);
      if (rule === undefined) return undefined;
      const folderParsed = folder.map(parsedText);
      const there = new Set(folderParsed.flatMap(({ value }) => namesIn(value)));
      const others = rule.heard.filter((one) => !there.has(one));
      const all = new Set([name, ...others].flatMap(neededBy));
      return {
        text: notifying(rule.text, receivers, notifyTargets(settings.outputs)),
        needed: {
          definitions: missing([...all], definitionsIn(folderParsed)),
          rules: others.map((one) =>
            notifying(own.get(one)?.text ?? "", receivers, notifyTargets(settings.outputs)),
          ),
        },
      };
    },
    lackedBy(settings) {
      const ofRecords = config.recordSources.map((one) => one.name);
      const there = new Set(settings.recordSources.map((one) => one.name));
      const theirs = eventTypesOf(settings).known;
      return ({ name, types }) => {
        const [asks] = (own.get(name)?.text ?? "").split(/^examples:/m);
        const text = [asks, ...neededBy(name).map(({ value }) => JSON.stringify(value))].join("\n");
        const named = ofRecords.filter((source) => isNamed(source, text));
        // Events of a set of records come from any source that is from it.
        const further = types.flatMap((type) => {
          const [first, ...more] = known.get(type)?.sources ?? [];
          const isNamedOne = [first, ...more].some((one) => one !== undefined && named.includes(one));
          return first === undefined || isNamedOne || theirs.has(type) ? [] : [first];
        });
        const lacking = new Set([...named.filter((source) => !there.has(source)), ...further]);
        return [...lacking].flatMap((source) => {
          const value = written[source];
          return value === undefined ? [] : [{ source, yaml: blockLines(source, value, 2, "\n") }];
        });
      };
    },
  };
}

/**
 * The rule with the first receiver of the settings in place of the desk's own that they do not have; without any, it
 * notifies nobody.
 */
function notifying(text: string, own: readonly string[], there: readonly string[]): string {
  const { notify } = Object(parseYaml(text, "").value);
  const lacking = own.filter((receiver) => !there.includes(receiver));
  if (notify === undefined || lacking.length === 0) return text;
  const [first] = there;
  if (first === undefined) return without(text, ["notify"]);
  const changed = lacking.reduce((one, receiver) => one.replaceAll(receiver, first), JSON.stringify(notify));
  return withValue(text, ["notify"], JSON.parse(changed));
}

interface DeskRule {
  readonly text: string;
  readonly template: string | undefined;
  /** Names of the rules whose alerts it is about. */
  readonly heard: readonly string[];
}

export interface ParsedText {
  readonly text: string;
  readonly value: unknown;
}

export const parsedText = ({ text, file }: RuleText): ParsedText => ({
  text,
  value: parseYaml(text, file).value,
});

function rulesIn(texts: readonly ParsedText[]): ReadonlyMap<string, DeskRule> {
  const all = texts.flatMap(({ text, value }) => {
    const rules = isMap(value) && Array.isArray(value.rules) ? value.rules : [];
    const written = ruleTexts(text);
    return rules.map((rule, index): [string, DeskRule] => [
      String(rule.name),
      { text: written[index] ?? "", template: rule.template, heard: rule.rules ?? [] },
    ]);
  });
  return new Map(all);
}

/** What a rule of the desk needs that no file of the folder has; undefined: no rule is named, or none of the desk's. */
export async function neededBy(
  name: string | undefined,
  config: Pick<Config, "rules" | "outputs">,
  desk: () => Promise<Desk>,
): Promise<Needed | undefined> {
  if (name === undefined) return undefined;
  const { texts } = await readRuleFiles(config.rules);
  return (await desk()).taken(name, texts, config)?.needed;
}

function sourcesIn(text: string): Record<string, Written> {
  const { value } = parseYaml(text, settingsFile);
  return isMap(value) && isMap(value.sources) ? (value.sources as Record<string, Written>) : {};
}

/** Whether expressions name a source: its newest items, its values, or it as where an event is from. */
function isNamed(source: string, text: string): boolean {
  return new RegExp(`\\blatest\\.${source}\\b|/sources/${source}\\b|"?of"?:\\s*"?${source}\\b`).test(text);
}

interface Definition {
  readonly path: readonly [part: (typeof parts)[number], name: string];
  readonly value: Written;
}

const parts = ["lists", "tables", "standing"] as const;

export function definitionsIn(texts: readonly ParsedText[]): Definition[] {
  return texts.flatMap(({ value }) =>
    parts.flatMap((part) =>
      Object.entries(isMap(value) && isMap(value[part]) ? value[part] : {}).map(
        ([name, own]): Definition => ({ path: [part, name], value: own as Written }),
      ),
    ),
  );
}

/** The definitions that a text names, and those that they name. */
function reached(text: string, all: readonly Definition[]): Definition[] {
  const named = all.filter(({ path: [part, name] }) =>
    part === "standing"
      ? new RegExp(`\\b${part}\\.\\??${name}\\b|\\bstanding: \\{[^}]*\\b${name}:`).test(text)
      : new RegExp(`\\b${part}\\.${name}\\b`).test(text),
  );
  const rest = all.filter((one) => !named.includes(one));
  return [...named, ...named.flatMap(({ value }) => reached(JSON.stringify(value), rest))];
}

/** Those that are in no file. A list or table of the folder stands for that of the desk; a value has to be the same one. */
function missing(needed: readonly Definition[], there: readonly Definition[]): Definition[] {
  return needed.filter(({ path, value }) => {
    const own = there.find((one) => one.path.join(".") === path.join("."));
    if (own === undefined) return true;
    if (path[0] === "standing" && JSON.stringify(own.value) !== JSON.stringify(value))
      throw new Refused(
        `\`${path.join(".")}\` of your rules is another one than the rule needs: rename yours`,
      );
    return false;
  });
}
