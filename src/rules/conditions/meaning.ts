import { createHash } from "node:crypto";
import type { EventType } from "../../model/event-types.ts";
import type { Language, Lists } from "../cel/language.ts";
import type { WrittenRule } from "../rule-schema.ts";
import { conditionKeys, lifeKeys } from "./schema.ts";

/**
 * Hash of all that decides what a rule remembers: an edit of anything else leaves its memory as it is. The words of
 * the lists that it names count, wherever they are written.
 */
export function meaningOf(written: WrittenRule, types: readonly EventType[], { lists }: Language): string {
  const keys = { ...conditionKeys, ...lifeKeys };
  const names = Object.keys(keys) as (keyof typeof keys)[];
  const { when, by } = written;
  const conditions = names.map((name) => written[name] ?? null);
  const parts = [[...types].sort(), when ?? null, by ?? null, conditions];
  const facts = JSON.stringify(parts);
  return shortHash(JSON.stringify([facts, namedLists(facts, lists ?? {})]));
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
