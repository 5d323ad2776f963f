/** What each rule of the gallery would have sent in the last thirty days of the log, all of them in one evaluation. */
import type { Config } from "../../config/config.ts";
import { namesIn } from "../../files/edited-rules.ts";
import { Refused } from "../../lib/problem.ts";
import type { GalleryMonth } from "../../model/page/gallery.ts";
import type { CompiledRule } from "../../rules/compiled-rule.ts";
import { type RuleText, readRuleFiles } from "../../rules/files/read-rule-files.ts";
import type { CompiledRules } from "../../rules/rule-set.ts";
import { type BacktestSurroundings, backtestRules } from "../backtest-files.ts";
import { compiled } from "../bench/check-rule.ts";
import { type Desk, definitionsIn, type ParsedText, parsedText } from "./desk.ts";

const since = "30d";

/** Rejects with Refused where the rules of the folder have mistakes, or there is no log. */
export async function countMonth(
  config: Config,
  desk: Desk,
  surroundings: BacktestSurroundings,
): Promise<GalleryMonth> {
  const { texts } = await readRuleFiles(config.rules);
  const rules = await withDesk(config, desk, texts);
  // Counted by itself: a second thread would read the rules of the folder alone.
  const only = new Set(rules.names);
  const asked = { config, rules, against: undefined, codes: undefined, only };
  const report = await backtestRules(asked, { config: config.file, since }, surroundings);
  const { from, to } = report.span;
  const none = rules.names.map((name) => [name, { alerts: 0, mails: 0 }] as const);
  const counted = report.rules.map(({ rule, alerts, mails }) => [rule, { alerts, mails }] as const);
  return { from, to, rules: Object.fromEntries([...none, ...counted]) };
}

/** The rules of the folder, and those of the desk that are not there and need no source that the settings lack. */
async function withDesk(config: Config, desk: Desk, texts: readonly RuleText[]): Promise<CompiledRules> {
  const [own, ofDesk] = [texts, desk.texts].map((all) => all.map(parsedText)) as [ParsedText[], ParsedText[]];
  const there = new Set(own.flatMap(({ value }) => namesIn(value)));
  const lackedBy = desk.lackedBy(config);
  const isFit = (rule: CompiledRule) => !there.has(rule.name) && lackedBy(rule).length === 0;
  const fit = new Set(desk.rules.filter(isFit).map(({ name }) => name));
  const sources = new Set(config.recordSources.map(({ name }) => name));
  const lacked = desk.config.recordSources.filter(({ name }) => !sources.has(name)).map(({ name }) => name);
  const known = new Set(definitionsIn(own).map(({ path }) => path.join(".")));
  const definitions: Record<"lists" | "standing", Record<string, unknown>> = { lists: {}, standing: {} };
  for (const { path, value } of definitionsIn(ofDesk)) {
    const [part, name] = path;
    if (part === "tables" || known.has(path.join(".")) || lacked.includes(String(Object(value).of))) continue;
    definitions[part][name] = value;
  }
  const rules = ofDesk.flatMap(({ value }): unknown[] => Object(value).rules ?? []);
  const fitting = rules.filter((rule) => fit.has(String(Object(rule).name)));
  return compiledTogether(config, texts, definitions, fitting);
}

/** Compiles them, without those of the desk that do not go with the settings, as where they name a watchlist. */
async function compiledTogether(
  config: Config,
  texts: readonly RuleText[],
  definitions: Readonly<Record<string, object>>,
  rules: readonly unknown[],
): Promise<CompiledRules> {
  // JSON is YAML: a line a definition and a rule. No file of the folder has a name with a slash.
  const head = [
    ...Object.entries(definitions).map(([part, own]) => `${part}: ${JSON.stringify(own)}`),
    "rules:",
  ];
  const text = [...head, ...rules.map((rule) => `  - ${JSON.stringify(rule)}`)].join("\n");
  const own = { file: "desk/all.yaml", text };
  const loaded = await compiled(config, rules.length === 0 ? texts : [...texts, own], "");
  if (loaded.ok) return loaded.rules;
  const wrong = new Set(loaded.problems.flatMap(({ file, line }) => (file === own.file ? [line] : [])));
  const fit = rules.filter((_, index) => !wrong.has(head.length + 1 + index));
  if (fit.length === rules.length) throw new Refused("the rules have mistakes", loaded.problems);
  return compiledTogether(config, texts, definitions, fit);
}
