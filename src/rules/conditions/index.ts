/**
 * The registry of conditions over several events, in the order of tables, hashes and what is remembered. A new
 * condition is one file and one line here, the last. Rooms outside walk it, and know no condition by its key.
 */
import type * as z from "zod";
import { inFlow, type Path } from "../../lib/yaml/parse-yaml.ts";
import type { LintedRule } from "../lint/lint-rules.ts";
import { average } from "./average.ts";
import type { WrittenCondition } from "./condition.ts";
import { count } from "./count.ts";
import { crosses } from "./crosses.ts";
import { crossover } from "./crossover.ts";
import { deviates } from "./deviates.ts";
import { distinct } from "./distinct.ts";
import { extreme } from "./extreme.ts";
import { maximum } from "./maximum.ts";
import type { AskedEvents, ConditionMember, RuleContext } from "./member.ts";
import { minimum } from "./minimum.ts";
import { moves } from "./moves.ts";
import { percentile } from "./percentile.ts";
import { rate } from "./rate.ts";
import { sequence } from "./sequence/member.ts";
import { share } from "./share.ts";
import { spike } from "./spike/member.ts";
import { streak } from "./streak.ts";
import { sum } from "./sum.ts";
import { unseen } from "./unseen.ts";

export const conditionMembers: readonly ConditionMember[] = [
  count,
  distinct,
  sum,
  average,
  minimum,
  maximum,
  percentile,
  crosses,
  moves,
  unseen,
  spike,
  sequence,
  extreme,
  deviates,
  crossover,
  streak,
  rate,
  share,
];

/** A key each; all that a rule has must hold. The type names none of them, so that nobody outside can. */
export const conditionKeys: Readonly<Record<never, z.ZodType>> = Object.fromEntries(
  conditionMembers.map(({ key, schema, about, examples }) => [
    key,
    schema
      .optional()
      .describe(about)
      .meta({ examples: [...examples] }),
  ]),
);

interface Asked {
  readonly key: string;
  readonly member: ConditionMember;
  /** As the schema gives it. */
  readonly asked: unknown;
}

/** The conditions that a rule has. */
export function askedIn(written: object): Asked[] {
  return conditionMembers.flatMap((member) => {
    const asked = (written as Readonly<Record<string, unknown>>)[member.key];
    return asked === undefined ? [] : [{ key: member.key, member, asked }];
  });
}

/** Compiles the conditions of a rule; those with a mistake, which is reported, are left out. */
export function compileConditions(written: object, path: Path, around: RuleContext): WrittenCondition[] {
  return askedIn(written).flatMap(({ key, member, asked }) => {
    const condition = member.compile(asked, [...path, key], around);
    return condition === undefined ? [] : [{ ...condition, text: `${key}: ${inFlow(asked)}` }];
  });
}

/** Names of the values that the conditions find, as texts use them. */
export function foundNames(written: object): string[] {
  return askedIn(written).flatMap(({ member }) => member.found);
}

/** The keys of those that hold for the moment of an event alone. */
export function momentaryKeys(written: object): string[] {
  return askedIn(written).flatMap(({ key, member, asked }) => (member.isMomentary(asked) ? [key] : []));
}

/** The events that they ask for by type. */
export function eventsAskedFor(written: object, path: Path): AskedEvents[] {
  return askedIn(written).flatMap(({ key, member, asked }) => member.events(asked, [...path, key]));
}

/** Answers whether all may hold. */
export function lintConditions(rule: LintedRule): boolean {
  const found = askedIn(rule.written).map(({ key, member, asked }) =>
    member.lint(asked, [...rule.path, key], rule),
  );
  return !found.includes(false);
}

/** Suggests a condition for a function of another program. */
export function conditionMeant(name: string): string | undefined {
  const write = conditionMembers.find(({ borrowed }) => borrowed.functions.test(name))?.borrowed.write;
  return write && `over several events it is a key beside \`when\`: \`${write}\``;
}
