/** Comparing two versions of a record field by field, without being taken in by another way of writing it. */
import { type Decimals, keptNumber } from "../model/numbers.ts";

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

export interface Compared<Item> {
  /** The fields that count and say something else. */
  readonly differing: readonly string[];
  /** `now`, with the more exact number in fields that say the same. */
  readonly item: Item;
}

export function compareFields<Item extends object>(
  was: Item,
  now: Item,
  { fields, decimals, tolerance }: Comparison,
): Compared<Item> {
  const differing: string[] = [];
  const kept: Record<string, unknown> = {};
  for (const field of fields) {
    const [before, next] = [(was as Values)[field], (now as Values)[field]];
    if (typeof before === "number" && typeof next === "number") {
      const number = keptNumber(before, next, decimals(field), tolerance?.[field]);
      if (number === undefined) differing.push(field);
      else kept[field] = number;
    } else if (!sameValue(before, next)) differing.push(field);
  }
  return { differing, item: { ...now, ...kept } };
}

/** Lists say the same in any order. */
function sameValue(a: unknown, b: unknown): boolean {
  return a === b || JSON.stringify(inOrder(a)) === JSON.stringify(inOrder(b));
}

function inOrder(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(inOrder).sort();
  if (typeof value !== "object" || value === null) return value;
  return Object.entries(value).sort(([one], [other]) => (one < other ? -1 : 1));
}
