import { expect, test } from "vitest";
import { sharedPages } from "../../src/backtest/backtest-files.ts";
import type { LogReader, StoredEntry } from "../../src/model/event.ts";

/** A log of which each third entry cannot be read, and the reads that come to it. */
function logOf(entries: number) {
  const reads: number[] = [];
  const all = Array.from({ length: entries }, (_, at): StoredEntry => {
    return { seq: at + 1, type: "t", subject: "", json: `{"n":${at + 1}}` };
  }).filter(({ seq }) => seq % 3 !== 0);
  const read = (after: number, limit: number) => {
    reads.push(after);
    return all.filter(({ seq }) => seq > after).slice(0, limit);
  };
  const log: LogReader = { epoch: "e", head: () => entries, oldest: () => 1, read };
  return { log, all, reads };
}

function* walk(log: LogReader, limit: number) {
  for (let after = 0; ; ) {
    const page = log.read(after, limit);
    if (page.length === 0) return;
    yield* page;
    after = page.at(-1)?.seq ?? after;
  }
}

test("two readers side by side get every entry once, and read each page of the log once", () => {
  const { log, all, reads } = logOf(9_000);
  const shared = sharedPages(log);
  const [one, other] = [walk(shared, 2_000), walk(shared, 700)];
  const got: [StoredEntry[], StoredEntry[]] = [[], []];
  for (let at = 0; at < all.length; at += 1) {
    const [a, b] = [one.next().value, other.next().value];
    if (a && b) {
      got[0].push(a);
      got[1].push(b);
    }
  }
  expect(got).toEqual([all, all]);
  expect(new Set(reads).size).toBe(reads.length);
  expect(reads).toHaveLength(3);
});

test("a reader that is far behind reads for itself, and gets the same", () => {
  const { log, all } = logOf(40_000);
  const shared = sharedPages(log);
  expect([...walk(shared, 2_000)]).toEqual(all);
  expect([...walk(shared, 1_000)]).toEqual(all);
  // A look at one place is the log's own.
  expect(shared.read(4, 1)).toEqual(log.read(4, 1));
});
