/**
 * Sets of numbers or of texts, as ranges in their order: what a comparison with a literal lets a value be. They are
 * never smaller than the truth: between two values there is taken to be another.
 */
export type Ordered = number | string;

/** An end that is left out is open to all sides. */
interface Range {
  readonly low?: End;
  readonly high?: End;
}

interface End {
  readonly value: Ordered;
  readonly included: boolean;
}

/** Ranges that do not overlap, in order. All values of a set are of one type. */
export type ValueSet = readonly Range[];

export const everything: ValueSet = [{}];

export function only(values: Iterable<Ordered>): ValueSet {
  const sorted = [...new Set(values)].sort((a, b) => (a < b ? -1 : 1));
  return sorted.map((value) => ({ low: { value, included: true }, high: { value, included: true } }));
}

export function below(value: Ordered, included: boolean): ValueSet {
  return [{ high: { value, included } }];
}

export function above(value: Ordered, included: boolean): ValueSet {
  return [{ low: { value, included } }];
}

/** All values that are not in the set. */
export function complement(set: ValueSet): ValueSet {
  const ranges: Range[] = [];
  let low: End | undefined;
  for (const range of set) {
    if (range.low !== undefined) ranges.push({ ...(low && { low }), high: turned(range.low) });
    if (range.high === undefined) return ranges.filter(isInhabited);
    low = turned(range.high);
  }
  return [...ranges, low === undefined ? {} : { low }].filter(isInhabited);
}

export function intersection(a: ValueSet, b: ValueSet): ValueSet {
  const ranges: Range[] = [];
  for (let i = 0, j = 0; i < a.length && j < b.length; ) {
    const [first, second] = [a[i] ?? {}, b[j] ?? {}];
    const low = later(first.low, second.low);
    const high = earlier(first.high, second.high);
    const shared = { ...(low && { low }), ...(high && { high }) };
    if (isInhabited(shared)) ranges.push(shared);
    // The range that ends first meets nothing more of the other set.
    if (high !== undefined && high === first.high) i++;
    else j++;
  }
  return ranges;
}

function turned({ value, included }: End): End {
  return { value, included: !included };
}

function isInhabited({ low, high }: Range): boolean {
  if (low === undefined || high === undefined || low.value < high.value) return true;
  return low.value === high.value && low.included && high.included;
}

function later(a: End | undefined, b: End | undefined): End | undefined {
  if (a === undefined || b === undefined) return a ?? b;
  if (a.value === b.value) return a.included ? b : a;
  return a.value > b.value ? a : b;
}

function earlier(a: End | undefined, b: End | undefined): End | undefined {
  if (a === undefined || b === undefined) return a ?? b;
  if (a.value === b.value) return a.included ? b : a;
  return a.value < b.value ? a : b;
}
