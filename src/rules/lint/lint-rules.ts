/**
 * What can be said against rules that compile: conditions that no event meets, or every one, examples that do not
 * hold, rules that say again what another one says.
 */
import type { Path } from "../../lib/yaml/parse-yaml.ts";
import type { EventType } from "../../model/event-types.ts";
import type { CompiledRule } from "../compiled-rule.ts";
import { eventsAskedFor, lintConditions } from "../conditions/index.ts";
import { runExample } from "../examples.ts";
import type { FileContext } from "../file-context.ts";
import { expandPattern } from "../schema/event-patterns.ts";
import type { WrittenRule } from "../schema/rule-schema.ts";
import { checkCondition, readCondition } from "./check-condition.ts";
import { kindsOf } from "./field-facts.ts";
import { findOddCodes } from "./odd-codes.ts";
import { findOddValues } from "./odd-values.ts";
import { warnOfNarrowed, warnOfRetention, warnOfUntold } from "./settings.ts";
import { findShadows, type Told } from "./shadows.ts";

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

/** Reports what can be said against the expressions of one rule: `when`, `until`, and those that its conditions ask. */

/** A condition of a rule, with the types of the events that it is asked of. */
interface Asked {
  readonly source: string;
  readonly path: Path;
  readonly types: readonly EventType[];
  /** It may be true of every event: that an alert ends with the next event can be meant. */
  readonly mayBeCertain?: true;
}

/** Whether no event meets one of them is a mistake; answers whether there is none. */
function judgeConditions({ written, rule, path, context, isWhole }: JudgedRule): boolean {
  const { language } = rule;
  let isPossible = true;
  // Where others have mistakes, theirs may not even compile.
  const asked = isWhole
    ? [...ownOf(written, path, rule.types), ...askedByConditions(written, path, context, rule.types)]
    : ownOf({ when: written.when }, path, rule.types);
  for (const { source, path: at, types, mayBeCertain } of asked) {
    warnOfCodes({ source, path: at, types }, rule, context);
    const apart = source.includes("event.type") ? types.map((type) => [type]) : kindsOf(types, context.types);
    const facts = apart.map((kind) => context.facts(kind, language));
    const condition = readCondition(source, language);
    const odd = findOddValues(condition.tree, types, context.types);
    // What is compared with a value that cannot be meant need not be reasoned about.
    const found = odd.some(({ isMistake }) => isMistake) ? [] : checkCondition(condition, language, facts);
    if (![...odd, ...found].some(({ isMistake }) => isMistake))
      warnOfNarrowed(condition, apart, { rule, context }, at);
    for (const finding of [...odd, ...found]) {
      const { index, message, suggestion, isMistake } = finding;
      if (isMistake) isPossible = false;
      else if (mayBeCertain && found.includes(finding)) continue;
      const tell = isMistake ? context.report : context.warn;
      tell(context.yaml.atIndex(at, index), message, suggestion);
    }
  }
  return isPossible;
}

/** Each entry of a list is told once, however many rules name it. */
function warnOfCodes(
  { source, path, types }: Asked,
  { language }: JudgedRule["rule"],
  context: FileContext,
): void {
  const { tree } = readCondition(source, language);
  const { yaml, warn } = context;
  for (const { index, entry, code, meant } of findOddCodes(
    tree,
    types,
    context.types,
    language.lists ?? {},
  )) {
    const place = entry ? yaml.at(["lists", entry.list, entry.place]) : yaml.atIndex(path, index);
    const suggestion = meant === undefined ? "a code has four characters, such as 7203" : `write "${meant}"`;
    if (entry === undefined || context.isFirstAbout(`${entry.list} ${entry.place}`))
      warn(place, `no stock has the code \`${code}\``, suggestion);
  }
}

type Written = JudgedRule["written"];

function ownOf(
  { when, until }: Pick<Written, "when" | "until">,
  path: Path,
  types: readonly EventType[],
): Asked[] {
  return [
    ...(when === undefined ? [] : [{ source: when, path: [...path, "when"], types }]),
    ...(until === undefined
      ? []
      : [{ source: until, path: [...path, "until"], types, mayBeCertain: true as const }]),
  ];
}

function askedByConditions(
  written: Written,
  path: Path,
  context: FileContext,
  all: readonly EventType[],
): Asked[] {
  return eventsAskedFor(written, path).flatMap(({ on, when, path: own }) => {
    if (when === undefined) return [];
    const meant = [on].flat().flatMap((pattern) => {
      const expanded = expandPattern(pattern, context.types);
      return expanded.ok ? expanded.types : [];
    });
    return [{ source: when, path: [...own, "when"], types: all.filter((type) => meant.includes(type)) }];
  });
}
