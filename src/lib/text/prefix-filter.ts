import type { FoldedUnits } from "./fold.ts";

/** Says of most places in a text that no word begins there, by its first two or three units and a few kilobytes. */
export interface PrefixFilter {
  /** At the hash of two units, whether words begin with them, or with others of the same hash. */
  readonly two: Uint8Array;
  /** Bits for the first three units. */
  readonly three: Uint8Array;
  readonly mask: number;
  /** At the low bits of a unit, whether it is all of a word, or another is; undefined where no word is that short. */
  readonly single: Uint8Array | undefined;
  /** All words have three units or more. */
  readonly isLong: boolean;
}

/** They are all of a word, or there are only longer ones. */
const whole = 1;
const part = 2;

const least = 8;
const most = 21;

/** No word is empty. With 64 entries a word or more, few other units have an entry. */
export function createPrefixFilter(words: readonly string[]): PrefixFilter {
  const size = 2 ** Math.max(least, Math.min(most, Math.ceil(Math.log2(64 * words.length + 1))));
  const mask = size - 1;
  const two = new Uint8Array(size);
  const three = new Uint8Array(size);
  const single = words.some(({ length }) => length === 1) ? new Uint8Array(size) : undefined;
  for (const word of words) {
    const [first, second, third] = [word.charCodeAt(0), word.charCodeAt(1), word.charCodeAt(2)];
    const pair = hashOfTwo(first, second) & mask;
    if (word.length === 1 && single !== undefined) single[first & mask] = 1;
    if (word.length > 1) two[pair] = (two[pair] as number) | (word.length === 2 ? whole : part);
    if (word.length > 2) three[hashOfThree(first, second, third) & mask] = 1;
  }
  return { two, three, mask, single, isLong: words.every(({ length }) => length > 2) };
}

// Shifts are enough: in the scripts of the texts the low bits of a unit say most.
function hashOfTwo(first: number, second: number): number {
  return (first << 7) ^ second;
}

function hashOfThree(first: number, second: number, third: number): number {
  return (first << 10) ^ (second << 5) ^ third;
}

/** The first place from `from` on where the second unit of a word may stand, or all of one; else the text's length. */
export function nextPlace(text: FoldedUnits, from: number, filter: PrefixFilter): number {
  if (filter.single !== undefined) return nextUnit(text, from, filter, filter.single);
  const first = Math.max(1, from);
  return filter.isLong ? nextOfLong(text, first, filter) : nextPair(text, first, filter);
}

// Two places at a time, since an answer that is seldom yes costs less than the question.
function nextOfLong({ units, length }: FoldedUnits, from: number, { three, mask }: PrefixFilter): number {
  let first = units[from - 1] as number;
  let second = units[from] as number;
  let at = from + 1;
  for (const last = length - 1; at < last; at += 2) {
    const third = units[at] as number;
    const fourth = units[at + 1] as number;
    const early = three[hashOfThree(first, second, third) & mask] as number;
    const late = three[hashOfThree(second, third, fourth) & mask] as number;
    if ((early | late) !== 0) return early !== 0 ? at - 1 : at;
    first = third;
    second = fourth;
  }
  const hash = at < length ? hashOfThree(first, second, units[at] as number) : -1;
  return hash >= 0 && three[hash & mask] !== 0 ? at - 1 : length;
}

function nextPair({ units, length }: FoldedUnits, from: number, { two, three, mask }: PrefixFilter): number {
  let before = units[from - 1] as number;
  for (let at = from; at < length; at++) {
    const unit = units[at] as number;
    const known = two[hashOfTwo(before, unit) & mask] as number;
    if (known !== 0) {
      if ((known & whole) !== 0) return at;
      if (at + 1 < length && three[hashOfThree(before, unit, units[at + 1] as number) & mask] !== 0)
        return at;
    }
    before = unit;
  }
  return length;
}

function nextUnit(text: FoldedUnits, from: number, filter: PrefixFilter, single: Uint8Array): number {
  const { units, length } = text;
  const { two, three, mask } = filter;
  let before = from === 0 ? -1 : (units[from - 1] as number);
  for (let at = from; at < length; at++) {
    const unit = units[at] as number;
    if (single[unit & mask] !== 0) return at;
    const known = two[hashOfTwo(before, unit) & mask] as number;
    if (known !== 0) {
      if ((known & whole) !== 0) return at;
      if (at + 1 < length && three[hashOfThree(before, unit, units[at + 1] as number) & mask] !== 0)
        return at;
    }
    before = unit;
  }
  return length;
}
