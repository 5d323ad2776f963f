/** Whether an answer was probably cut: it lost everything that was known, or more than half of it. */
export function isShrunk(known: number, answered: number): boolean {
  return known > 0 && (answered === 0 || answered * 2 < known);
}
