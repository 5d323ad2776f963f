/**
 * Decimal numbers: read as services write them, without a detour over binary arithmetic, and written as people do.
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
