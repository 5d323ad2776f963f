/**
 * The registry of conditions over several events, in the order of tables, hashes and what is remembered. A new
 * condition is one file and one line here, the last. Rooms outside walk it, and know no condition by its key.
 */
import { inFlow, type Path } from "../../lib/yaml/parse-yaml.ts";
import type { EventType } from "../../model/event.ts";
import type { EventTypes } from "../../model/event-types.ts";
import { compileCondition, compileExpression } from "../cel/compile-expression.ts";
import type { Language, Stands } from "../cel/language.ts";
import { languageFor } from "../cel/language-for.ts";
import { namesOnlyStanding, standingNamed } from "../cel/named-fields.ts";
import type { Reference } from "../cel/reference.ts";
import type { RuleLinted } from "../lint/check-condition.ts";
import { average, count, distinct, maximum, minimum, percentile, share, sum } from "./amounts.ts";
import { anyOf } from "./combined/any-of.ts";
import {
  type AskedCondition,
  anyName,
  askedAtTop,
  askedInAny,
  keysFor,
  type WrittenAny,
  withWhen,
} from "./combined/written.ts";
import type { StandingValue, WrittenCondition } from "./condition.ts";
import { crosses } from "./crosses.ts";
import { crossover } from "./crossover.ts";
import { deviates } from "./deviates.ts";
import { extreme } from "./extreme.ts";
import type { AskedEvents, ConditionMember, RuleContext } from "./member.ts";
import { moves } from "./moves.ts";
import { rate } from "./rate.ts";
import { sequence } from "./sequence/member.ts";
import { spike } from "./spike/member.ts";
import { streak } from "./streak.ts";
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
export const conditionKeys = keysFor(conditionMembers);

/** Compiles the conditions of a rule; those with a mistake, which is reported, are left out. */
export function compileConditions(written: object, path: Path, around: RuleContext): WrittenCondition[] {
  checkNames(written, path, around);
  const compiled = (entries: readonly AskedCondition[]) =>
    entries.flatMap((entry) => compileEntry(entry, path, around) ?? []);
  const top = compiled(askedAtTop(conditionMembers, written));
  const maps = askedInAny(conditionMembers, written);
  if (maps.length === 0) return top;
  const text = `${anyName}: ${inFlow((written as WrittenAny).any)}`;
  return [...top, { ...anyOf(maps.map(compiled)), text }];
}

function compileEntry(
  { key, member, asked, at, when, name }: AskedCondition,
  path: Path,
  around: RuleContext,
): WrittenCondition | undefined {
  const { context, language } = around;
  const own = [...path, ...at];
  const condition = member.compile(asked, own, around);
  const about =
    when === undefined ? undefined : context.at([...own, "when"], () => compileCondition(when, language));
  if (condition === undefined || (when !== undefined && about === undefined)) return undefined;
  const made = about === undefined ? condition : withWhen(condition, about);
  const standing = standingIn((asked as { readonly of?: unknown }).of, language);
  const text = `${key}: ${inFlow(asked)}`;
  return {
    ...{ ...made, text, ...(name !== undefined && { name }) },
    ...(standing && { standing: { is: standing, read: condition.read } }),
  };
}

/** Whether the value of a condition is one of what stands. */
function standingIn(of: unknown, language: Language): StandingValue["is"] | undefined {
  if (typeof of !== "string" || !/\b(standing|latest)\b/.test(of)) return undefined;
  const { tree } = compileExpression(of, language);
  if (standingNamed(tree).length === 0) return undefined;
  return namesOnlyStanding(tree) ? "alone" : "beside";
}

/** The conditions that a rule has, those of its `any` too. */
export function askedIn(written: object): AskedCondition[] {
  return [...askedAtTop(conditionMembers, written), ...askedInAny(conditionMembers, written).flat()];
}

/** Reports a name that two conditions have, or that is also that of a value. */
function checkNames(written: object, path: Path, { context: { yaml, report } }: RuleContext): void {
  const taken = new Set(conditionMembers.flatMap(({ found }) => found));
  for (const { name, at } of askedIn(written)) {
    if (name === undefined) continue;
    const place = yaml.at([...path, ...at, "name"]);
    if (taken.has(name)) report(place, `\`found.${name}\` is something else already`, "choose another name");
    taken.add(name);
  }
}

/** Names of the values that the conditions find, as texts use them. */
export function foundNames(written: object): string[] {
  return askedIn(written).flatMap(({ member, name }) =>
    name === undefined ? member.found : member.found.map((found) => `${name}.${found}`),
  );
}

/** The keys of those that hold for the moment of an event alone. */
export function momentaryKeys(written: object): string[] {
  const keys = askedIn(written).flatMap(({ key, member, asked }) => (member.isMomentary(asked) ? [key] : []));
  return [...new Set(keys)];
}

/** The events that they ask for: by type, or by a `when` of their own. */
export function eventsAskedFor(written: object, path: Path): AskedEvents[] {
  return askedIn(written).flatMap(({ member, asked, at, when }) => {
    const own = [...path, ...at];
    const events = member.events(asked, own);
    return when === undefined ? [...events] : [...events, { when, path: own, isExcluded: false }];
  });
}

/** Answers whether all may hold. */
export function lintConditions(rule: RuleLinted & { readonly path: Path }): boolean {
  const found = askedIn(rule.written).map(({ member, asked, at }) =>
    member.lint(asked, [...rule.path, ...at], rule),
  );
  return !found.includes(false);
}

/** The language of a rule: of expressions, knowing what a condition over several events says instead. */
export function ruleLanguage(
  types: readonly EventType[],
  all: EventTypes,
  reference?: Reference,
  stands?: Stands,
): Language {
  return { ...languageFor(types, all, reference, stands), conditionMeant };
}

/** Suggests a condition for a function of another program. */
function conditionMeant(name: string): string | undefined {
  const write = conditionMembers.find(({ borrowed }) => borrowed.functions.test(name))?.borrowed.write;
  return write && `over several events it is a key beside \`when\`: \`${write}\``;
}
