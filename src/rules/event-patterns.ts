/** What `on` may say, and the event types that it means. */
import { didYouMean } from "../lib/text/nearest.ts";
import { type EventType, matchesType } from "../model/event-types.ts";
import { type EventTypes, namesOf } from "../model/known-types.ts";

export type Expanded =
  | { ok: true; types: EventType[] }
  | { ok: false; message: string; suggestion?: string | undefined };

export function expandPattern(pattern: string, all: EventTypes): Expanded {
  if (pattern === "*") {
    return { ok: false, message: "a rule says which events it is about, such as short.report.*" };
  }
  const names = namesOf(all);
  // An alert is none: a rule on alerts would answer itself.
  const ruleTypes = names.filter((type) => !type.startsWith("alert."));
  const types = ruleTypes.filter((type) => matchesType(pattern, type));
  if (types.length > 0) return { ok: true, types };
  if (names.some((type) => matchesType(pattern, type))) {
    return { ok: false, message: "alerts cannot trigger rules" };
  }
  const giver = [...all.possible].find(([type]) => matchesType(pattern, type))?.[1];
  if (giver !== undefined) {
    return {
      ok: false,
      message: `no source of the settings gives \`${pattern}\``,
      suggestion: `a source with \`from: ${giver}\` would`,
    };
  }
  return {
    ok: false,
    message: `there is no event type \`${pattern}\``,
    suggestion: suggest(pattern, ruleTypes) ?? suggest(pattern, [...all.possible.keys()]),
  };
}

function suggest(pattern: string, types: readonly string[]): string | undefined {
  const prefixes = new Set(types.map((type) => `${type.slice(0, type.lastIndexOf("."))}.*`));
  return didYouMean(pattern, pattern.endsWith("*") ? prefixes : types);
}
