/** Patterns of event types in `on`, and the types that they mean. */
import * as z from "zod";
import { didYouMean } from "../../lib/text/nearest.ts";
import type { EventType } from "../../model/event.ts";
import { type EventTypes, matchesType, namesOf } from "../../model/event-types.ts";

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
