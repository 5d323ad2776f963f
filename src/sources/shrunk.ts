/** Whether an answer lost so much of what was known that it is rather cut than true: all, or more than half. */
export function isShrunk(known: number, answered: number): boolean {
  return known > 0 && (answered === 0 || answered * 2 < known);
}
