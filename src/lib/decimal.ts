/** Decimal numbers as services write them, read without a detour over binary arithmetic. */

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
