/** Whether the subject of an alert is a stock: a code such as 7203 or 130A. */
export function isStockCode(subject: string): boolean {
  return /^[0-9A-Z]{4,5}$/.test(subject);
}
