/**
 * Lint of rules that compile: conditions that no event meets, or every one, examples that do not hold, rules that say
 * again what another one says.
 */
import type { Path } from "../../lib/yaml/parse-yaml.ts";
import type { EventType } from "../../model/event.ts";
import { allWatched } from "../../model/watchlists.ts";
import { typesMeant } from "../about/heard-rules.ts";
import { operands } from "../cel/syntax.ts";
import type { CompiledRule } from "../compiled-rule.ts";
import { eventsAskedFor, lintConditions } from "../conditions/index.ts";
import type { FileContext } from "../context/file-context.ts";
import { checkCondition, readCondition } from "../lint/check-condition.ts";
import { factsAbout, kindsOf } from "../lint/field-facts.ts";
import { findOddCodes } from "../lint/odd-codes.ts";
import { findOddValues } from "../lint/odd-values.ts";
import { termKey } from "../lint/ranges.ts";
import { paramValues, warnOfHalfForms } from "../schema/params.ts";
import type { WrittenRule } from "../schema/rule-schema.ts";
import { runExample } from "./examples.ts";
import { warnOfNarrowed, warnOfRetention, warnOfUntold } from "./settings.ts";

/** A rule, and where it stands. */
export interface LintedRule {
  readonly written: WrittenRule;
  readonly rule: CompiledRule;
  readonly path: Path;
  readonly context: FileContext;
  /** It has no mistake. */
  readonly isWhole: boolean;
  /** Its condition compiles. */
  readonly hasCondition: boolean;
  /** All that decides whether it fires has no mistake. */
  readonly asks: boolean;
}

/** Reports mistakes and warnings, a rule a step, and in the last step those about two rules. */
export function* lintRules(rules: readonly LintedRule[]): Generator<undefined, void> {
  const sound: LintedRule[] = [];
  for (const rule of rules) {
    if (lintRule(rule)) sound.push(rule);
    yield undefined;
  }
  warnOfDuplicates(sound);
}

/** Answers whether the rule has no mistake. */
function lintRule(rule: LintedRule): boolean {
  const isPossible = rule.hasCondition && lintExpressions(rule);
  const isSound = rule.isWhole && isPossible && lintConditions(rule);
  if (isSound) for (const warn of [warnOfUntold, warnOfRetention, warnOfUnwatched]) warn(rule);
  warnOfExamples(rule, rule.asks && isPossible);
  const { written, path, context } = rule;
  // Those of a template are told there.
  if (written.template === undefined) warnOfHalfForms(written.params, path, context);
  return isSound;
}

/** @param isAsked whether the rule can be asked about them; else only those that it is not about are told */
function warnOfExamples({ rule, context }: LintedRule, isAsked: boolean): void {
  for (const example of rule.examples) {
    const { expected, events } = example;
    const stranger = events.find(({ type }) => !rule.types.includes(type));
    if (isAsked ? runExample(rule, example).ok : stranger === undefined || expected === "silent") continue;
    const them = events.length > 1 ? "these" : "this";
    const reason = stranger ? `is not about events of type ${stranger.type}` : `does not fire for ${them}`;
    const verdict = expected === "silent" ? `fires for ${them}` : reason;
    context.warn(example, `this example does not hold: the rule ${verdict}`);
  }
}

/** A condition of a rule, with the types of the events that it is asked of. */
interface Asked {
  readonly source: string;
  readonly path: Path;
  readonly types: readonly EventType[];
  /** It may be true of every event: that an alert ends with the next event can be meant. */
  readonly mayBeCertain?: true;
}

/**
 * Looks at all expressions of a rule: `when`, `until`, and those that its conditions ask. That no event meets one is a
 * mistake; answers whether there is none.
 */
function lintExpressions({ written, rule, path, context, isWhole }: LintedRule): boolean {
  const { language } = rule;
  let isPossible = true;
  // In a rule with other mistakes the rest may not even compile.
  const asked = isWhole
    ? [...ownOf(written, path, rule.types), ...askedByConditions(written, path, context, rule.types)]
    : ownOf({ when: written.when }, path, rule.types);
  for (const { source, path: at, types, mayBeCertain } of asked) {
    warnOfCodes({ source, path: at, types }, rule, context);
    const apart = source.includes("event.type") ? types.map((type) => [type]) : kindsOf(types, context.types);
    const facts = apart.map((kind) => factsAbout(kind, context.types, language));
    const condition = readCondition(source, language);
    const odd = findOddValues(condition.tree, types, context.types);
    // One mistake in a condition is enough.
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
  { language }: LintedRule["rule"],
  context: FileContext,
): void {
  const { tree } = readCondition(source, language);
  const { yaml, warn, listFile } = context;
  for (const { index, entry, code, meant } of findOddCodes(
    tree,
    types,
    context.types,
    language.reference?.lists ?? {},
  )) {
    const own = entry && listFile(entry.list);
    const inList = own && entry && { ...own.at(["lists", entry.list, entry.place]), file: own.file };
    const place = inList ?? yaml.atIndex(path, index);
    const suggestion = meant === undefined ? "a code has four characters, such as 7203" : `write "${meant}"`;
    if (entry === undefined || context.isFirstAbout(`${entry.list} ${entry.place}`))
      warn(place, `no stock has the code \`${code}\``, suggestion);
  }
}

type Written = LintedRule["written"];

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
    const meant = on === undefined ? undefined : typesMeant(on, context.types);
    const types = meant === undefined ? all : all.filter((type) => meant.has(type));
    return [{ source: when, path: [...own, "when"], types }];
  });
}

/** Warns of each rule that fires for the same events as one before it, and mails the same people. */
function warnOfDuplicates(rules: readonly LintedRule[]): void {
  const earlier = new Map<string, LintedRule["rule"]>();
  for (const { written, rule, path, context } of rules) {
    const key = firingFacts({ written, rule });
    const by = earlier.get(key);
    if (by === undefined) earlier.set(key, rule);
    else {
      const message = `this rule fires for the same events as \`${by.name}\` at ${by.file}:${by.line}`;
      context.warn(context.yaml.at([...path, "name"]), message);
    }
  }
}

/** Everything that decides when and for whom a rule fires, in one order and one way of writing. */
function firingFacts({ written, rule }: Pick<LintedRule, "written" | "rule">): string {
  const { name, description, on, when, title, body, examples, severity, cooldown, notify, data, ...rest } =
    written;
  const { enabled, template, resolveAfter, gather, texts, params, ...others } = rest;
  const tree = when === undefined ? undefined : readCondition(when, rule.language).tree;
  const conjuncts = tree === undefined ? [] : operands(tree, "&&").map(termKey);
  const targets = typeof notify === "string" ? [notify] : notify;
  const sorted = (texts: Iterable<string>) => [...new Set(texts)].sort();
  return JSON.stringify([
    sorted(rule.types),
    sorted(conjuncts),
    sorted(targets),
    others,
    paramValues(params),
  ]);
}

const asksForLists = /\bmine\s*\(|\bwatchlists\b/;

/** Told once a file, at the first rule that asks for a list. */
function warnOfUnwatched({ written, rule, path, context }: LintedRule): void {
  const watched = rule.language.reference?.watched;
  if (watched === undefined || watched === "unknown" || !rule.isEnabled) return;
  const { when, notify } = written;
  const key = Object.entries({ when, notify }).find(
    ([, source]) => typeof source === "string" && asksForLists.test(source),
  )?.[0];
  if (key === undefined || allWatched(watched.watchlists).size > 0) return;
  if (!context.isFirstAbout("watchlists")) return;
  const message =
    key === "when"
      ? "no stock is on a watchlist, so no event meets this"
      : "no stock is on a watchlist, so nothing is sent";
  context.warn(
    context.yaml.at([...path, key]),
    message,
    "name your stocks under `watchlists` in the settings",
  );
}
