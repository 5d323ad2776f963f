/** A whole number as prices are shown: 1,234,567. */
export function withCommas(value: number): string {
  return String(value).replace(/\B(?=(\d{3})+$)/g, ",");
}
