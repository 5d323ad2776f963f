/** Hash of what decides what a rule remembers: an edit of it makes the rule start anew, any other edit does not. */
import { createHash } from "node:crypto";
import type { EventType } from "../model/event-types.ts";
import type { Language } from "./cel/language.ts";
import type { Table } from "./cel/reference.ts";
import { conditionKeys } from "./conditions/index.ts";
import { lifeKeys } from "./life.ts";
import type { WrittenRule } from "./schema/rule-schema.ts";
import type { StandingValue } from "./standing/standing-value.ts";

/**
 * So many conditions stand in the hash by their place, null where a rule has none; later ones by their key where a rule
 * has them, so that a new condition changes the hash of no rule that there is.
 */
const placed = 12;
/** So many keys of an alert's life stand there by their place, too. */
const placedOfLife = 4;

/**
 * The words of the lists, the rows of the tables, the parameters and the standing values that the rule names count,
 * wherever they are written. Watchlists do not: a stock that is added says nothing of the others.
 */
export function meaningOf(
  written: WrittenRule,
  types: readonly EventType[],
  { reference, params, stands }: Language,
): string {
  const { when, by } = written;
  const asked = written as Readonly<Record<string, unknown>>;
  const keys = Object.keys(conditionKeys);
  const early = keys.slice(0, placed).map((key) => asked[key] ?? null);
  const later = keys.slice(placed).flatMap((key) => (asked[key] === undefined ? [] : [[key, asked[key]]]));
  const ofLife = Object.keys(lifeKeys) as (keyof typeof lifeKeys)[];
  const life = ofLife.slice(0, placedOfLife).map((key) => written[key] ?? null);
  const laterOfLife = ofLife
    .slice(placedOfLife)
    .flatMap((key) => (written[key] === undefined ? [] : [[key, written[key]]]));
  const conditions = [written.clock ?? null, ...early, ...life];
  const heard = written.rules === undefined ? [] : [["rules", written.rules]];
  const parts = [[...types].sort(), when ?? null, by ?? null, conditions, ...later, ...heard, ...laterOfLife];
  const facts = JSON.stringify(parts);
  // Line breaks are written as in JSON here.
  const text = facts.replaceAll(/\\[nrt]/g, " ");
  const lists = named(text, "lists", reference?.lists ?? {});
  const tables = named(text, "tables", reference?.tables ?? {});
  const own = named(text, "params", params ?? {});
  // Rules that name neither keep the hash that they had before there were any.
  const further = tables.length + own.length > 0 ? [tables, own] : [];
  const values = namedValues(text, stands?.values ?? new Map());
  return shortHash(JSON.stringify([facts, lists, ...further, ...values]));
}

/** Meanings of the standing values that the rule names. */
function namedValues(text: string, values: ReadonlyMap<string, StandingValue>): [string, string][] {
  const names = new Set([...text.matchAll(/\bstanding\s*\.\s*(\w+)/g)].map(([, name]) => name));
  return [...values].flatMap(([name, { meaning }]): [string, string][] =>
    names.has(name) ? [[name, meaning]] : [],
  );
}

type Hashed = readonly string[] | Table | string | number | boolean | undefined;

/** All of a kind where one is named in another way than `lists.NAME`. */
function named(text: string, kind: string, all: Readonly<Record<string, Hashed>>): [string, string][] {
  const mentions = [...text.matchAll(new RegExp(`\\b${kind}\\b(?:\\s*\\.\\s*(\\w+))?`, "g"))];
  const names = new Set(mentions.map(([, name]) => name));
  return Object.entries(all).flatMap(([name, value]): [string, string][] =>
    names.has(name) || names.has(undefined) ? [[name, hashOf(value)]] : [],
  );
}

// Thousands of rules may name one list of thousands of words.
const hashes = new WeakMap<object, string>();

function hashOf(value: Hashed): string {
  if (typeof value !== "object") return shortHash(String(JSON.stringify(value)));
  const facts = "rows" in value ? [...value.rows] : value;
  const hash = hashes.get(value) ?? shortHash(JSON.stringify(facts));
  hashes.set(value, hash);
  return hash;
}

function shortHash(text: string): string {
  return createHash("sha256").update(text).digest("hex").slice(0, 16);
}
