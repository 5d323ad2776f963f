/** The record of when a monitor was at work. */
import { join } from "node:path";
import { expect, test } from "vitest";
import { keepRunRecord } from "../../src/app/store-upkeep.ts";
import { createLog } from "../../src/lib/log.ts";
import { openStore } from "../../src/store/store.ts";
import { createHandClock } from "../support/hand-clock.ts";
import { tmpFolder } from "../support/tmp-folder.ts";

const log = createLog("silent");

function house() {
  const clock = createHandClock(1_000_000);
  const store = openStore(join(tmpFolder(), "yagura.db"), { now: clock.now });
  return { clock, store, keep: () => keepRunRecord(store, { clock, log }) };
}

test("says up to the minute when it was at work last, as after a kill", () => {
  const { clock, store, keep } = house();
  keep();
  clock.move(150_000);
  expect(store.runs.upTo(clock.now())).toEqual({ startedAt: 1_000_000, seenAt: 1_120_000 });
  store.close();
});

test("a stop is known to the moment, and ends the record", () => {
  const { clock, store, keep } = house();
  const end = keep();
  clock.move(90_500);
  end();
  clock.move(600_000);
  expect(clock.waiting).toBe(0);
  expect(store.runs.upTo(clock.now())).toEqual({ startedAt: 1_000_000, seenAt: 1_090_500 });
  store.close();
});

test("each run is a record of its own, and old ones go with the history, but never the last", () => {
  const { clock, store, keep } = house();
  keep()();
  clock.move(3_600_000);
  const end = keep();
  expect(store.runs.upTo(4_000_000)).toEqual({ startedAt: 1_000_000, seenAt: 1_000_000 });
  expect(store.runs.after(4_000_000)?.startedAt).toBe(4_600_000);
  end();
  store.prune({ before: 9_000_000 });
  expect(store.runs.upTo(4_000_000)).toBeUndefined();
  expect(store.runs.upTo(9_000_000)?.startedAt).toBe(4_600_000);
  store.close();
});
