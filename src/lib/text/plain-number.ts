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
