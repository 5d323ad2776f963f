/**
 * Tools of every diff: comparing an answer with the state (records field by field, the decimals of numbers, things by
 * key), the stored state with its type, the writes, the items that records tell, and the drafts of events.
 */
import type * as z from "zod";
import { changedFields, type EventDraft, type EventType, type Fields } from "../model/event.ts";
import { known } from "../model/fields.ts";
import { type Decimals, decimalsOf, keptNumber } from "../model/numbers.ts";
import type { Diff, SourceState } from "./source.ts";

type Values = Readonly<Record<string, unknown>>;

/** Largest difference of two numbers that still count as the same, by field. */
export type Tolerance = Readonly<Record<string, number>>;

export interface Comparison {
  /** The fields that count. */
  readonly fields: readonly string[];
  /** Decimals with which a field was and is written. */
  decimals(field: string): Decimals;
  readonly tolerance?: Tolerance | undefined;
}

export interface ComparedFields<Item> {
  /** The fields that count and say something else. */
  readonly differing: readonly string[];
  /** `now`, with the more exact number in fields that say the same. */
  readonly item: Item;
}

export function compareFields<Item extends object>(
  was: Item,
  now: Item,
  { fields, decimals, tolerance }: Comparison,
): ComparedFields<Item> {
  const differing: string[] = [];
  let kept: Record<string, unknown> | undefined;
  for (const field of fields) {
    const before = (was as Values)[field];
    const next = (now as Values)[field];
    if (before === next) continue;
    if (typeof before === "number" && typeof next === "number") {
      const number = keptNumber(before, next, decimals(field), tolerance?.[field]);
      if (number === undefined) differing.push(field);
      else {
        kept ??= {};
        kept[field] = number;
      }
    } else if (!sameValue(before, next)) differing.push(field);
  }
  return { differing, item: kept === undefined ? now : { ...now, ...kept } };
}

/** Lists say the same in any order. */
function sameValue(a: unknown, b: unknown): boolean {
  return a === b || JSON.stringify(inOrder(a)) === JSON.stringify(inOrder(b));
}

function inOrder(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(inOrder).sort();
  if (typeof value !== "object" || value === null) return value;
  const entries = Object.entries(value).map(([name, one]) => [name, inOrder(one)] as const);
  return entries.sort(([one], [other]) => (one < other ? -1 : 1));
}

/**
 * Number of numbers of one day that show with how many decimals that day is written: zeros at the end are lost on the
 * way, and fewer numbers might all end in one.
 */
const enough = 10;

/** Whether there are enough numbers to tell how exactly they were written. */
export function isEnough(numbers: number): boolean {
  return numbers >= enough;
}

/** Decimals with which a field was written on a day, by many of its numbers or by few. */
export interface WrittenDecimals {
  /** The most decimals. */
  readonly decimals: number;
  readonly isSure: boolean;
}

export type Precision = (day: string | undefined, field: string) => WrittenDecimals;

/**
 * Finds the decimals of published numbers. Numbers published on one day are written in one way; days with few numbers
 * are taken together with the rest. A service that rewrites its past does it day by day, or all at once.
 */
export function createPrecision<Item extends object>(
  items: Iterable<Item>,
  dayOf: (item: Item) => string | undefined,
  fields: readonly string[],
): Precision {
  const seen = new Map<string, { numbers: number; decimals: number }>();
  const count = (key: string, decimals: number): void => {
    const before = seen.get(key) ?? none;
    seen.set(key, { numbers: before.numbers + 1, decimals: Math.max(before.decimals, decimals) });
  };
  for (const item of items) {
    const day = dayOf(item);
    for (const field of fields) {
      const value = (item as Readonly<Record<string, unknown>>)[field];
      if (typeof value !== "number") continue;
      const decimals = decimalsOf(value);
      count(field, decimals);
      count(`${field} ${day}`, decimals);
    }
  }
  return (day, field) => {
    const own = seen.get(`${field} ${day}`) ?? none;
    const { numbers, decimals } = isEnough(own.numbers) ? own : (seen.get(field) ?? none);
    return { decimals, isSure: isEnough(numbers) };
  };
}

const none = { numbers: 0, decimals: 0 };

/**
 * The decimals by which a number is compared. A number may be an old one written more exactly only where it is sure
 * how exactly the old ones were written: 0.5 among few may have been 0.50.
 */
export function decimalsBetween(before: WrittenDecimals, now: WrittenDecimals): Decimals {
  return { before: before.isSure ? before.decimals : Number.POSITIVE_INFINITY, now: now.decimals };
}

/** Changes of things with a key between two looks at them. */
export interface KeyedChanges<Before, After> {
  /** Things that are there now, in their order, each with what it was before. */
  readonly standing: readonly {
    readonly key: string;
    readonly now: After;
    readonly was: Before | undefined;
  }[];
  /** Things that are gone, in the order of before. */
  readonly gone: readonly { readonly key: string; readonly was: Before }[];
}

export function compareKeyed<Before, After>(
  before: ReadonlyMap<string, Before>,
  after: ReadonlyMap<string, After>,
): KeyedChanges<Before, After> {
  return {
    standing: [...after].map(([key, now]) => ({ key, now, was: before.get(key) })),
    gone: [...before].filter(([key]) => !after.has(key)).map(([key, was]) => ({ key, was })),
  };
}

/** Items by a key, in their order. */
export function groupBy<Item, Key>(items: readonly Item[], keyOf: (item: Item) => Key): Map<Key, Item[]> {
  const groups = new Map<Key, Item[]>();
  for (const item of items) {
    const key = keyOf(item);
    const group = groups.get(key);
    if (group === undefined) groups.set(key, [item]);
    else group.push(item);
  }
  return groups;
}

/** Items as the source's own diff wrote them. Nobody else writes state, so this file is the one that trusts it. */
export function storedItems<Body>(state: SourceState, scope: string): ReadonlyMap<string, Body> {
  return state.items(scope) as ReadonlyMap<string, Body>;
}

/** Rows that one step of a comparison takes: some ten milliseconds. */
export const rowsAStep = 2_000;

export function storedItem<Body>(state: SourceState, scope: string, key: string): Body | undefined {
  return state.item(scope, key) as Body | undefined;
}

export function storedCursor<Cursor>(state: SourceState): Cursor | undefined {
  return state.cursor as Cursor | undefined;
}

export function saysTheSame(before: unknown, after: unknown): boolean {
  if (before === undefined || before === after) return before === after;
  return isCopy(before, after) || JSON.stringify(before) === JSON.stringify(after);
}

/** Whether two values are alike at a look: most are, and to write both as JSON takes ten times as long. */
function isCopy(one: unknown, other: unknown): boolean {
  if (one === other) return true;
  if (typeof one !== "object" || typeof other !== "object" || one === null || other === null) return false;
  if (Array.isArray(one) !== Array.isArray(other)) return false;
  const [names, otherNames] = [Object.keys(one), Object.keys(other)];
  if (names.length !== otherNames.length) return false;
  return names.every(
    (name, at) => name === otherNames[at] && isCopy((one as Values)[name], (other as Values)[name]),
  );
}

/** Finds the writes that turn the content of a scope from `before` into `after`; equal bodies are left alone. */
export function rewriteScope(
  scope: string,
  before: ReadonlyMap<string, unknown>,
  after: ReadonlyMap<string, unknown>,
): Pick<Diff, "put" | "drop"> {
  const put = [...after]
    .filter(([key, body]) => !saysTheSame(before.get(key), body))
    .map(([key, body]) => ({ scope, key, body }));
  const drop = [...before.keys()].filter((key) => !after.has(key)).map((key) => ({ scope, key }));
  return { put, drop };
}

/** All of some writes. */
export function allWrites(writes: readonly Pick<Diff, "put" | "drop">[]): Pick<Diff, "put" | "drop"> {
  return { put: writes.flatMap(({ put }) => put), drop: writes.flatMap(({ drop }) => drop) };
}

/** The news of scopes that were seen for the first time, of which there may be none. */
export function firstSights(
  firsts: readonly { readonly scope: string; readonly items: number }[],
): Pick<Diff, "baselined"> {
  if (firsts.length === 0) return {};
  const items = firsts.reduce((sum, first) => sum + first.items, 0);
  return { baselined: { items, scopes: firsts.map(({ scope }) => scope) } };
}

export interface DraftFacts {
  type: EventType;
  subject: string;
  published?: string | undefined;
  occurred?: string | undefined;
  /** Name of the rewritten item, if the event says that something published was rewritten. */
  rewrites?: string | undefined;
  now: Fields;
  was?: Fields | undefined;
}

/** The item that a record tells: the fields that both have; what is unknown is left out. */
export function itemOf<Shape extends z.ZodRawShape>(
  { shape }: z.ZodObject<Shape>,
  record: z.infer<z.ZodObject<Shape>>,
): z.infer<z.ZodObject<Shape>> {
  const fields: Record<string, unknown> = {};
  for (const name in shape) {
    const value = (record as Readonly<Record<string, unknown>>)[name];
    if (value !== undefined) fields[name] = value;
  }
  return fields as z.infer<z.ZodObject<Shape>>;
}

/** The draft of an event that the named source tells; what is undefined is left out. */
export function draft(sourceName: string, told: DraftFacts): EventDraft {
  const { now, was, ...rest } = told;
  const data = was === undefined ? { now } : { now, was, changed: changedFields(was, now) };
  return { ...known(rest), source: `/sources/${sourceName}`, data };
}
