/**
 * What can be said against rules that compile: conditions that no event meets, or every one, examples that do not
 * hold, rules that say again what another one says.
 */
import type { Path } from "../lib/yaml/parse-yaml.ts";
import { readCondition } from "./analysis/check-condition.ts";
import { findShadows, type Told } from "./analysis/shadows.ts";
import type { CompiledRule } from "./compiled-rule.ts";
import { lintConditions } from "./conditions/index.ts";
import { runExample } from "./examples.ts";
import type { FileContext } from "./file-context.ts";
import { judgeConditions } from "./judge-conditions.ts";
import { warnOfRetention, warnOfUntold } from "./judge-settings.ts";
import type { WrittenRule } from "./rule-schema.ts";

/** A rule whose condition compiles, and where it stands. */
export interface JudgedRule {
  readonly written: WrittenRule;
  readonly rule: CompiledRule;
  readonly path: Path;
  readonly context: FileContext;
  /** It has no mistake elsewhere either. */
  readonly isWhole: boolean;
}

/** Reports what it finds: mistakes, and what is worth a warning. */
export function judgeRules(judged: readonly JudgedRule[]): void {
  const sound = new Map<Told, JudgedRule>();
  for (const one of judged) {
    const told = judgeRule(one);
    if (told !== undefined) sound.set(told, one);
  }
  for (const { rule, by, kind } of findShadows([...sound.keys()])) {
    const { context, path } = sound.get(rule) ?? {};
    const other = `\`${by.name}\` at ${by.file}:${by.line}`;
    const message =
      kind === "same"
        ? `this rule fires for the same events as ${other}`
        : `this rule adds nothing: ${other} fires whenever it does`;
    if (context && path) context.warn(context.yaml.at([...path, "name"]), message);
  }
}

/** Answers what other rules are to be compared with; undefined of a rule with mistakes. */
function judgeRule({ written, rule, path, context, isWhole }: JudgedRule): Told | undefined {
  const { language, types } = rule;
  const condition = written.when === undefined ? undefined : readCondition(written.when, language);
  const isPossible = judgeConditions({ written, rule, path, context, isWhole });
  const whole = { written, rule, path, context, isWhole };
  if (!isWhole || !isPossible || !lintConditions(whole)) return undefined;
  for (const warn of [warnOfUntold, warnOfRetention]) warn(whole);
  judgeExamples(rule, context);
  return told(written, rule, { condition, facts: context.facts(types, language) });
}

function judgeExamples(rule: CompiledRule, { warn }: FileContext): void {
  for (const example of rule.examples) {
    if (runExample(rule, example).ok) continue;
    const { expected, events } = example;
    const stranger = events.find(({ type }) => !rule.types.includes(type));
    const them = events.length > 1 ? "these" : "this";
    const reason = stranger ? `is not about events of type ${stranger.type}` : `does not fire for ${them}`;
    warn(
      example,
      `this example does not hold: the rule ${expected === "silent" ? `fires for ${them}` : reason}`,
    );
  }
}

function told(written: WrittenRule, rule: CompiledRule, judged: Pick<Told, "condition" | "facts">): Told {
  const { name, description, on, when, title, body, examples, severity, cooldown, notify, ...others } =
    written;
  const { by, labels, ...overTime } = others;
  return {
    name,
    file: rule.file,
    line: rule.line,
    ...judged,
    severity,
    cooldown,
    notify,
    rest: JSON.stringify([[...rule.types].sort(), others]),
    // A stricter condition may count, or miss, what a wider one does not.
    looksBack: Object.keys(overTime).length > 0,
  };
}
