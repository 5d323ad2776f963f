/** Warns of what the settings exclude: events that never come, and what is longer than the log is kept. */
import type { Path } from "../../lib/yaml/parse-yaml.ts";
import { durationWords, isLonger, parseDuration } from "../../model/duration.ts";
import type { EventType } from "../../model/event.ts";
import type { Narrowed } from "../../model/event-types.ts";
import { expandPattern } from "../about/heard-rules.ts";
import { askedIn, eventsAskedFor } from "../conditions/index.ts";
import type { FileContext } from "../context/file-context.ts";
import { lookingBack } from "../life/life.ts";
import { findImpossible, type ReadCondition } from "../lint/check-condition.ts";
import { type FactsByPath, factsAbout, intersection, only } from "../lint/field-facts.ts";
import type { LintedRule } from "./lint-rules.ts";

/** Warnings of the patterns that a rule and its conditions are about; each reason is told once a file. */
export function warnOfUntold({ written, path, context }: LintedRule): void {
  const { settings, yaml, warn } = context;
  if (settings === undefined || settings.untold.size === 0) return;
  const asked = eventsAskedFor(written, path).filter(({ isExcluded }) => !isExcluded);
  const places = [
    { on: written.on, at: [...path, "on"] },
    ...asked.flatMap(({ on, path: own }) => (on === undefined ? [] : [{ on, at: [...own, "on"] }])),
  ];
  for (const { on, at } of places) {
    for (const [index, pattern] of [on].flat().entries()) {
      const expanded = expandPattern(pattern, context.types);
      const reasons = expanded.ok ? expanded.types.map((type) => settings.untold.get(type)) : [];
      const [reason] = reasons;
      if (reason === undefined || reasons.includes(undefined) || !context.isFirstAbout(reason)) continue;
      const place = yaml.at(Array.isArray(on) ? [...at, index] : at);
      warn(place, "no such event comes with these settings", reason);
    }
  }
}

/** @param kinds the types of the events that the condition is asked of, those that are alike together */
export function warnOfNarrowed(
  condition: ReadCondition,
  kinds: readonly (readonly EventType[])[],
  { rule, context }: Pick<LintedRule, "rule" | "context">,
  path: Path,
): void {
  const { settings, yaml, warn } = context;
  if (settings === undefined) return;
  const told = kinds.map((types) => types.filter((type) => !settings.untold.has(type)));
  const left = told.filter((types) => types.length > 0);
  // That no such event comes at all is told of what the rule is about.
  if (left.length === 0) return;
  const named = settings.narrowed.filter(({ path: field }) => isNamed(field, condition.source));
  if (named.length === 0 && left.length === kinds.length) return;
  const facts = left.map((types) => factsAbout(types, context.types, rule.language));
  const all = facts.map((own, index) => narrow(own, left[index] ?? [], named));
  const found = findImpossible(condition, rule.language, all);
  if (found === undefined) return;
  const isFor = (narrowed: readonly Narrowed[]): boolean => {
    const own = facts.map((one, index) => narrow(one, left[index] ?? [], narrowed));
    return findImpossible(condition, rule.language, own) !== undefined;
  };
  const reason = isFor([])
    ? kinds.flat().flatMap((type) => settings.untold.get(type) ?? [])[0]
    : named.find((one) => isFor([one]))?.reason;
  warn(yaml.atIndex(path, found.index), "this is never true with these settings", reason);
}

/** Whether a condition may name a field: its last word is somewhere in it. */
function isNamed(path: string, source: string): boolean {
  return source.includes(path.slice(path.lastIndexOf(".") + 1));
}

function narrow(facts: FactsByPath, types: readonly EventType[], narrowed: readonly Narrowed[]): FactsByPath {
  const own = narrowed.filter(({ prefix }) => types.every((type) => type.startsWith(prefix)));
  if (own.length === 0) return facts;
  const made = new Map(facts);
  for (const { path, values } of own) {
    const known = made.get(path);
    if (known?.kind === "text")
      made.set(path, { ...known, values: intersection(known.values, only(values)) });
  }
  return made;
}

/** Warnings of lengths of time that are longer than the log is kept. */
export function warnOfRetention({ written, path, context }: LintedRule): void {
  const { settings } = context;
  if (settings === undefined) return;
  const { retention } = settings;
  for (const { text, at } of windowsOf(written)) {
    const length = parseDuration(text);
    if (length !== undefined && isLonger(length, retention))
      warnAt(
        [...path, ...at],
        `the log is kept for ${durationWords(retention)} (\`retention\`): \`why\` and backtests do not see all of this`,
        context,
      );
  }
  const cooldown = written.cooldown === undefined ? undefined : parseDuration(written.cooldown);
  if (cooldown !== undefined && isLonger(cooldown, retention))
    warnAt(
      [...path, "cooldown"],
      `cooldowns are kept for ${durationWords(retention)} (\`retention\`): then the alert is given again`,
      context,
    );
}

function warnAt(path: Path, message: string, { yaml, warn }: FileContext): void {
  warn(yaml.at(path), message, "set a longer `retention`");
}

/** All texts that are durations, of the conditions and of what else looks back. */
function windowsOf(written: LintedRule["written"]): { text: string; at: Path }[] {
  const found: { text: string; at: Path }[] = [];
  const look = (value: unknown, at: Path): void => {
    if (typeof value === "string" && parseDuration(value) !== undefined) found.push({ text: value, at });
    else if (typeof value === "object" && value !== null && !Array.isArray(value))
      for (const [key, part] of Object.entries(value)) look(part, [...at, key]);
  };
  for (const { asked, at } of askedIn(written)) look(asked, at);
  for (const key of lookingBack) look(written[key], [key]);
  return found;
}
