/** The names of stored series, which are read in turns and kept for a while. */
import { expect, test } from "vitest";
import { createSeriesNames } from "../../src/page/series/series-list.ts";

/** A store with one series, which counts how often its pages are read. */
function countingStore() {
  const body = JSON.stringify({ db: "FM08", code: "FXERD01", name: "U.S. dollar" });
  const seen = { pages: 0 };
  const page = () => {
    seen.pages += 1;
    return [["FXERD01", body]];
  };
  const state = () => ({ cursor: { scopes: { FM08: "" } }, page });
  return { seen, store: { state } as unknown as Parameters<typeof createSeriesNames>[0] };
}

test("are read once in ten minutes, however often somebody looks", async () => {
  const { seen, store } = countingStore();
  let now = 0;
  const names = createSeriesNames(store, () => now);
  expect((await names()).lines).toHaveLength(1);
  now = 9 * 60_000;
  expect((await names()).isWhole).toBe(true);
  expect(seen.pages).toBe(1);
  now = 11 * 60_000;
  await names();
  await new Promise((resolve) => setImmediate(() => setImmediate(resolve)));
  expect(seen.pages).toBe(2);
});
