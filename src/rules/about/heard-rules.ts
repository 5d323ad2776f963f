/** The rules whose alerts a rule is about: how they are named, and that no rule is about its own in the end. */
import * as z from "zod";
import { didYouMean } from "../../lib/text/nearest.ts";
import type { Path, Place } from "../../lib/yaml/parse-yaml.ts";
import type { Event, EventType } from "../../model/event.ts";
import type { FileContext } from "../context/file-context.ts";
import { isAlertType } from "./event-patterns.ts";

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

/** Reports names that no rule has, and rules whose alerts lead back to themselves. */
export function checkHeard(rules: readonly Hearing[], report: Report): void {
  const names = rules.map(({ name }) => name);
  const inChain = new Set<string>();
  for (const rule of rules) {
    for (const [index, name] of (rule.heard?.names ?? []).entries()) {
      const place = rule.heard?.places[index] ?? { line: rule.line, column: 1 };
      const own = { names: [name], places: [] };
      const meant = rules.filter((other) => hears(own, other.name));
      if (meant.length === 0) report(rule, place, `no rule is called \`${name}\``, didYouMean(name, names));
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
