/** Hash of what decides what a rule remembers: an edit of it makes the rule start anew, any other edit does not. */
import { createHash } from "node:crypto";
import type { EventType } from "../model/event-types.ts";
import type { Language, Lists } from "./cel/language.ts";
import { askedIn, conditionMembers } from "./conditions/index.ts";
import { lifeKeys } from "./life.ts";
import type { WrittenRule } from "./schema/rule-schema.ts";
import type { StandingValue } from "./standing/standing-value.ts";

/**
 * So many conditions stand in the hash by their place, null where a rule has none; later ones by their key where a rule
 * has them, so that a new condition changes the hash of no rule that there is.
 */
const placed = 12;

/** The words of the lists that the rule names count, wherever they are written. */
export function meaningOf(
  written: WrittenRule,
  types: readonly EventType[],
  { lists, stands }: Language,
): string {
  const { when, by } = written;
  const asked = new Map(askedIn(written).map((one) => [one.key, one.asked]));
  const keys = conditionMembers.map(({ key }) => key);
  const early = keys.slice(0, placed).map((key) => asked.get(key) ?? null);
  const later = keys.slice(placed).flatMap((key) => (asked.has(key) ? [[key, asked.get(key)]] : []));
  const life = (Object.keys(lifeKeys) as (keyof typeof lifeKeys)[]).map((key) => written[key] ?? null);
  const conditions = [written.clock ?? null, ...early, ...life];
  const parts = [[...types].sort(), when ?? null, by ?? null, conditions, ...later];
  const facts = JSON.stringify(parts);
  const values = namedValues(facts, stands?.values ?? new Map());
  return shortHash(JSON.stringify([facts, namedLists(facts, lists ?? {}), ...values]));
}

/** What the standing values are that the rule names; nothing for one that names none. */
function namedValues(facts: string, values: ReadonlyMap<string, StandingValue>): [string, string][] {
  const mentions = [...facts.replaceAll(/\\[nrt]/g, " ").matchAll(/\bstanding\s*\.\s*(\w+)/g)];
  const named = new Set(mentions.map(([, name]) => name));
  return [...values].flatMap(([name, { meaning }]): [string, string][] =>
    named.has(name) ? [[name, meaning]] : [],
  );
}

/** All lists where one is named in another way than `lists.NAME`. */
function namedLists(facts: string, lists: Lists): [string, string][] {
  // Line breaks are written as in JSON here.
  const mentions = [...facts.replaceAll(/\\[nrt]/g, " ").matchAll(/\blists\b(?:\s*\.\s*(\w+))?/g)];
  const named = new Set(mentions.map(([, name]) => name));
  return Object.entries(lists).flatMap(([name, words]): [string, string][] =>
    named.has(name) || named.has(undefined) ? [[name, hashOf(words)]] : [],
  );
}

// Thousands of rules may name one list of thousands of words.
const hashes = new WeakMap<readonly string[], string>();

function hashOf(words: readonly string[]): string {
  const hash = hashes.get(words) ?? shortHash(JSON.stringify(words));
  hashes.set(words, hash);
  return hash;
}

function shortHash(text: string): string {
  return createHash("sha256").update(text).digest("hex").slice(0, 16);
}
