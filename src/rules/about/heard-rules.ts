/** The rules whose alerts a rule is about: how they are named, and that no rule is about its own in the end. */
import * as z from "zod";
import { didYouMean } from "../../lib/text/nearest.ts";
import type { Path, Place } from "../../lib/yaml/parse-yaml.ts";
import type { Event, EventType } from "../../model/event.ts";
import { type EventTypes, matchesType, namesOf } from "../../model/event-types.ts";
import type { FileContext } from "../context/file-context.ts";

export const heardKey = z
  .array(
    z
      .string()
      .regex(/^[^*]*\*?$/, { error: "a `*` goes at the end of a name, as in short-*" })
      .min(1),
  )
  .min(1)
  .optional()
  .describe("of a rule about alerts: the rules whose alerts it sees, by name or by the beginning of names")
  .meta({ examples: [["short-*", "margin-at-a-high"]] });

/** The alerts that a rule is about. */
export interface HeardRules {
  /** Names of rules, or their beginnings with a `*` behind. */
  readonly names: readonly string[];
  /** Place of each name in its file. */
  readonly places: readonly Place[];
}

/** A rule as far as this goes. */
export interface Hearing {
  readonly name: string;
  readonly heard: HeardRules | undefined;
  readonly file: string;
  readonly line: number;
}

/** Reports a rule about alerts that does not say whose, and one that says so and is about none. */
export function compileHeard(
  names: readonly string[] | undefined,
  types: readonly EventType[],
  path: Path,
  { yaml, report }: FileContext,
): HeardRules | undefined {
  const isAboutAlerts = types.some(isAlertType);
  if (names === undefined) {
    if (isAboutAlerts)
      report(
        yaml.at([...path, "on"]),
        "a rule about alerts says of which rules",
        "write `rules: [NAME, PREFIX-*]`",
      );
    return undefined;
  }
  if (!isAboutAlerts) {
    report(yaml.atKey([...path, "rules"]), "this rule is about no alerts", "add alert.fired to its `on`");
    return undefined;
  }
  return { names, places: names.map((_, index) => yaml.at([...path, "rules", index])) };
}

/** Whether a rule is about an event, as far as its `on` and its `rules` say. */
export function isAbout(
  { types, heard }: Pick<Hearing, "heard"> & { readonly types: readonly EventType[] },
  event: Event,
): boolean {
  if (!types.includes(event.type)) return false;
  return heard === undefined || !isAlertType(event.type) || hears(heard, String(event.data.now.rule));
}

function hears({ names }: HeardRules, rule: string): boolean {
  return names.some((name) => (name.endsWith("*") ? rule.startsWith(name.slice(0, -1)) : rule === name));
}

type Report = (rule: Hearing, place: Place, message: string, suggestion?: string) => void;

/**
 * Reports names that no rule has, and rules whose alerts lead back to themselves.
 * @param leftOut names of rules that there would be with other settings
 */
export function checkHeard(rules: readonly Hearing[], leftOut: readonly string[], report: Report): void {
  const names = rules.map(({ name }) => name);
  const inChain = new Set<string>();
  for (const rule of rules) {
    for (const [index, name] of (rule.heard?.names ?? []).entries()) {
      const place = rule.heard?.places[index] ?? { line: rule.line, column: 1 };
      const own = { names: [name], places: [] };
      const meant = rules.filter((other) => hears(own, other.name));
      const isLeftOut = leftOut.some((other) => hears(own, other));
      if (meant.length === 0 && !isLeftOut)
        report(rule, place, `no rule is called \`${name}\``, didYouMean(name, names));
      const chain = inChain.has(rule.name) ? undefined : chainTo(rule, meant, rules);
      if (chain === undefined) continue;
      for (const each of chain) inChain.add(each);
      report(rule, place, `its alerts would ask for each other without end: ${chain.join(" -> ")}`);
    }
  }
}

/** Names of the rules from one to itself, each about alerts of the next; undefined: none of these leads to it. */
function chainTo(rule: Hearing, next: readonly Hearing[], rules: readonly Hearing[]): string[] | undefined {
  const seen = new Set<Hearing>();
  const ways: { readonly at: Hearing; readonly names: string[] }[] = next.map((at) => ({
    at,
    names: [rule.name, at.name],
  }));
  for (const { at, names } of ways) {
    if (at === rule) return names;
    if (seen.has(at)) continue;
    seen.add(at);
    const { heard } = at;
    if (heard === undefined) continue;
    for (const other of rules)
      if (hears(heard, other.name)) ways.push({ at: other, names: [...names, other.name] });
  }
  return undefined;
}

/** Names of the rules about alerts, and of those whose alerts they are about. */
export function tiedByAlerts(rules: readonly Hearing[]): string[] {
  return rules.flatMap(({ name, heard }) => {
    if (heard === undefined) return [];
    return [name, ...rules.filter((other) => hears(heard, other.name)).map((other) => other.name)];
  });
}

/** Any text: which patterns mean something is found by expandPattern. */
export const eventPattern = z
  .string()
  .describe("an event type, or a prefix such as short.report.*")
  .meta({ id: "eventPattern" });

/** All that expandPattern accepts. */
export function eventPatterns(all: EventTypes): string[] {
  const types = namesOf(all);
  const prefixes = types.flatMap((type) => {
    const words = type.split(".");
    return words.slice(1).map((_, index) => `${words.slice(0, index + 1).join(".")}.*`);
  });
  return [...new Set([...prefixes, ...types])];
}

/** Whether events of a type are alerts of rules; a rule about them says of which rules. */
export const isAlertType = (type: string): boolean => type.startsWith("alert.");

export type Expanded =
  | { ok: true; types: EventType[] }
  /** `meant`: the types that the suggestion names. */
  | { ok: false; message: string; suggestion?: string | undefined; meant: EventType[] };

export function expandPattern(pattern: string, all: EventTypes): Expanded {
  if (pattern === "*") {
    return { ok: false, message: "a rule says which events it is about, such as short.report.*", meant: [] };
  }
  const names = namesOf(all);
  const types = names.filter((type) => matchesType(pattern, type));
  if (types.length > 0) return { ok: true, types };
  const giver = [...all.possible].find(([type]) => matchesType(pattern, type))?.[1];
  if (giver !== undefined) {
    return {
      ok: false,
      message: `no source of the settings gives \`${pattern}\``,
      suggestion: `a source with \`from: ${giver}\` would`,
      meant: [],
    };
  }
  const suggestion =
    ofSource(pattern, all) ?? suggest(pattern, names) ?? suggest(pattern, [...all.possible.keys()]);
  const [, named] = /^(?:did you mean|its events are) `([^`]+)`/.exec(suggestion ?? "") ?? [];
  const meant = named === undefined ? [] : names.filter((type) => matchesType(named, type));
  return { ok: false, message: `there is no event type \`${pattern}\``, suggestion, meant };
}

/** The types that patterns mean; those with a mistake mean none. */
export function typesMeant(on: string | readonly string[], all: EventTypes): Set<EventType> {
  const expanded = [on].flat().map((pattern) => expandPattern(pattern, all));
  return new Set(expanded.flatMap((one) => (one.ok ? one.types : [])));
}

/** For those who name the source: what its events begin with. */
function ofSource(pattern: string, { known }: EventTypes): string | undefined {
  const [type] = [...known].find(([, { sources }]) => sources?.includes(pattern)) ?? [];
  return type && `its events are \`${type.slice(0, type.lastIndexOf("."))}.*\``;
}

function suggest(pattern: string, types: readonly string[]): string | undefined {
  if (types.some((type) => type.startsWith(`${pattern}.`))) return `did you mean \`${pattern}.*\`?`;
  if (/\*./.test(pattern)) return "a `*` goes at the end of a prefix, as in short.report.*";
  const prefixes = new Set(types.map((type) => `${type.slice(0, type.lastIndexOf("."))}.*`));
  const candidates = pattern.endsWith("*") ? prefixes : types;
  return didYouMean(pattern, candidates) ?? withoutAWord(pattern, candidates);
}

/** Suggests names of which a word was left out, as in `short.opened`. */
function withoutAWord(pattern: string, candidates: Iterable<string>): string | undefined {
  const meant = [...candidates].filter((candidate) => isPartOf(pattern.split("."), candidate.split(".")));
  const [first, ...others] = meant;
  if (first === undefined || others.length > 3) return undefined;
  return others.length === 0 ? `did you mean \`${first}\`?` : `there are ${meant.join(", ")}`;
}

/** Whether all the words are among the others, in their order. */
function isPartOf(words: readonly string[], others: readonly string[]): boolean {
  let at = 0;
  for (const other of others) if (words[at] === other) at += 1;
  return at === words.length;
}
