/**
 * Published numbers: read as services write them, without a detour over binary arithmetic, written as people do, and
 * compared, since services rewrite them with fewer decimals now and then.
 */

const decimal = /^[+-]?(?:\d+(?:\.\d*)?|\.\d+)(?:[eE][+-]?\d{1,3})?$/;

/** The number that a decimal text or a finite number stands for; undefined when it is neither. */
export function readDecimal(value: unknown): number | undefined {
  // The sum makes 0 of -0, which JSON could not keep.
  if (typeof value === "number") return Number.isFinite(value) ? value + 0 : undefined;
  return shiftDecimal(value, 0);
}

/**
 * The value times ten to the `places`, exact: 0.0053 shifted by 2 is 0.53, where 0.0053 * 100 is
 * 0.5299999999999999. Undefined when the value is no decimal text and no finite number.
 */
export function shiftDecimal(value: unknown, places: number): number | undefined {
  const text = typeof value === "number" ? String(value) : typeof value === "string" ? value.trim() : "";
  if (!decimal.test(text)) return undefined;
  const [digits = "", exponent = "0"] = text.toLowerCase().split("e");
  const shifted = Number(`${digits}e${Number(exponent) + places}`);
  return Number.isFinite(shifted) ? shifted + 0 : undefined;
}

/** A number as a person writes it: 1.2 and not 1.2000000001, no exponent for ordinary sizes. */
export function plainNumber(value: number): string {
  if (Number.isInteger(value)) return String(value === 0 ? 0 : value);
  if (!Number.isFinite(value)) return String(value);
  const size = Math.abs(value);
  if (size >= 0.001 && size < 1e9) {
    const shortest = String(value);
    // Most numbers have few decimals, and then their shortest form is the one below.
    if (shortest.length - shortest.indexOf(".") <= 7) return shortest;
  }
  // Six decimals, more where the number itself is small, so that six figures of it stay.
  const decimals = Math.min(20, Math.max(6, 5 - Math.floor(Math.log10(size))));
  const text = value.toFixed(decimals).replace(/\.?0+$/, "");
  return text === "-0" ? "0" : text;
}

/** A number in a text for people: as `plainNumber` has it, with its thousands separated: 14,295,452 or -1,234.5. */
export function groupedNumber(value: number | bigint): string {
  const text = typeof value === "bigint" ? String(value) : plainNumber(value);
  // Beyond, a number is written with an exponent, and infinity as a word.
  if (!(value < 1e21 && value > -1e21)) return text;
  // Intl.NumberFormat takes six times as long, and a poll may have the texts of 10,000 alerts.
  const point = text.indexOf(".");
  let at = point < 0 ? text.length : point;
  let grouped = text.slice(at);
  const least = text.startsWith("-") ? 1 : 0;
  for (; at - 3 > least; at -= 3) grouped = `,${text.slice(at - 3, at)}${grouped}`;
  return text.slice(0, at) + grouped;
}

/** Decimals that a number has when it is written out: 2 for 0.53, 0 for 3, 7 for 1e-7. */
export function decimalsOf(value: number): number {
  if (Number.isInteger(value)) return 0;
  // Beyond, value * power is not exact enough to tell.
  if (Math.abs(value) < 1e9)
    for (const [index, power] of powers.entries())
      if (Math.round(value * power) / power === value) return index + 1;
  const [digits = "", exponent = "0"] = String(value).split("e");
  const fraction = digits.split(".")[1] ?? "";
  return Math.max(0, fraction.length - Number(exponent));
}

/** Nearly all published numbers have so few decimals; writing them out takes ten times as long. */
const powers = [10, 100, 1_000, 10_000];

/** value * 10^places, exactly; `places` is at least the number's own decimals. */
function scaled(value: number, places: number): bigint {
  const [digits = "", exponent = "0"] = String(value).split("e");
  const [whole = "", fraction = ""] = digits.split(".");
  return BigInt(whole + fraction) * 10n ** BigInt(places - fraction.length + Number(exponent));
}

/** The most decimals that any of some numbers has: how exactly an answer is written. */
export function decimalsOfAll(values: Iterable<number | null | undefined>): number {
  let most = 0;
  for (const value of values) if (typeof value === "number") most = Math.max(most, decimalsOf(value));
  return most;
}

/**
 * Whether `next` says the same as `before`: equal, or `before` rounded to the decimals that `next` is written
 * with, at least one. A tie may go either way. A number does not keep its last zeros, so `decimals` says how
 * exactly the answer writes its numbers where more than one is known: among 2.51 and 3.47, 1.2 means 1.20,
 * which is not 1.24 rounded.
 */
export function sameNumber(before: number, next: number, decimals = 0): boolean {
  if (before === next) return true;
  if (!Number.isFinite(before) || !Number.isFinite(next)) return false;
  const written = Math.max(decimals, decimalsOf(next));
  const places = decimalsOf(before);
  if (written === 0 || places <= written) return false;
  const apart = scaled(before, places) - scaled(next, places);
  return 2n * (apart < 0n ? -apart : apart) <= 10n ** BigInt(places - written);
}

/** Decimals with which numbers were written before, and are now; before is infinite if unknown. */
export interface Decimals {
  readonly before: number;
  readonly now: number;
}

/**
 * The number to keep where `next` says the same as `before`: the one that is written more exactly, when one is the
 * other rounded, and `before` when they are at most `tolerance` apart. undefined where it says something else.
 */
export function keptNumber(
  before: number,
  next: number,
  decimals: Decimals,
  tolerance = 0,
): number | undefined {
  if (sameNumber(before, next, decimals.now)) return before;
  if (decimals.before < decimals.now && sameNumber(next, before, decimals.before)) return next;
  return isWithin(before, next, tolerance) ? before : undefined;
}

/** Whether two numbers are at most `tolerance` apart, as they are written: 0.53 and 0.52 are exactly 0.01 apart. */
export function isWithin(a: number, b: number, tolerance: number): boolean {
  if (a === b) return true;
  if (tolerance <= 0 || ![a, b, tolerance].every(Number.isFinite)) return false;
  const places = decimalsOfAll([a, b, tolerance]);
  const apart = scaled(a, places) - scaled(b, places);
  return (apart < 0n ? -apart : apart) <= scaled(tolerance, places);
}

/**
 * A computed number without what binary fractions add to it, so that 0.8 + 1.5 + 0.8 is 3.1 and reaches it: rounded to
 * nine decimals, more than any source tells. Numbers of a million and more are left as they are.
 */
export function withoutNoise(value: number): number {
  if (Number.isInteger(value) || Math.abs(value) >= 1e6) return value;
  return Math.round(value * 1e9) / 1e9;
}
