/** Lets everything else that waits have its turn: long work that is done in parts holds nobody up. */
export function nextTurn(): Promise<void> {
  return new Promise((resolve) => setImmediate(resolve));
}
