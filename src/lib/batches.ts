/**
 * Collects the values of `run` in lists of at least `size` and a last, shorter one. Ends when `run` does. Throws what
 * `run` throws, after everything that it gave before.
 */
export async function* inBatches<T>(
  size: number,
  run: (give: (one: T) => void) => Promise<void>,
): AsyncGenerator<T[], void, void> {
  let waiting: T[] = [];
  let isOver = false;
  let wake = () => {};
  const running = run((one) => {
    waiting.push(one);
    if (waiting.length >= size) wake();
  }).finally(() => {
    isOver = true;
    wake();
  });
  // It is told when all was taken.
  running.catch(() => {});
  while (!isOver || waiting.length > 0) {
    if (!isOver && waiting.length < size) {
      await new Promise<void>((resolve) => {
        wake = resolve;
      });
      continue;
    }
    const batch = waiting;
    waiting = [];
    yield batch;
  }
  await running;
}
