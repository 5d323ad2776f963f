/** A machine that stands by writes where the writer is silent, and where nothing else explains the silence. */
import { expect, onTestFinished, test } from "vitest";
import { silentMs, standBy } from "../../../src/app/cluster/standing-by.ts";
import { createHandClock } from "../../support/hand-clock.ts";
import { memoryEpoch, memorySharedLog } from "../../support/memory-shared-log.ts";

const quiet = { error: () => undefined, info: () => undefined, warn: () => undefined } as never;
const settled = () => new Promise((resolve) => setImmediate(resolve));

function standby() {
  const log = memorySharedLog();
  const clock = createHandClock();
  log.put({ kind: "proof" }, { term: 4, format: 1 });
  const known = { place: 0 };
  const newest = { epoch: "one", sequence: 1 };
  const one = standBy({
    ...{ shared: memoryEpoch(log), name: "tokyo-2", format: 1, clock, log: quiet },
    ...{ epoch: "one", epochs: { newest: async () => newest } },
    copying: { reached: async () => undefined, term: () => 4 },
    furthest: () => known.place,
  });
  onTestFinished(one.stop);
  const terms = () => log.entries.slice(1).map(({ term, message }) => ({ term, ...message }));
  /** Lets time pass as a machine that runs has it. */
  const pass = async (ms: number) => {
    for (let gone = 0; gone < ms; gone += 50) {
      clock.move(50);
      await settled();
    }
  };
  return { log, clock, one, newest, known, terms, pass };
}

test("it begins the next term once nothing was heard for a second and a half, and not before", async () => {
  const { one, terms, pass } = standby();
  await pass(silentMs - 100);
  one.heard();
  await pass(silentMs - 100);
  expect(terms()).toEqual([]);
  await pass(300);
  expect(terms()).toMatchObject([{ kind: "term", term: 5, holder: "tokyo-2" }]);
  expect(one.isOwn(terms()[0] as never)).toBe(true);
  expect(one.isOwn({ kind: "term", term: 6, holder: "tokyo-2", id: "another" })).toBe(false);
});

test("a writer that says that it leaves is followed at once", async () => {
  const { one, terms, pass } = standby();
  one.left();
  await pass(150);
  expect(terms()).toHaveLength(1);
});

test("a machine that stood still does not blame the writer", async () => {
  const { clock, terms, pass } = standby();
  await pass(200);
  // As after SIGSTOP: much time passed, and the next look comes late.
  clock.stall(5_000);
  await pass(silentMs - 200);
  expect(terms()).toEqual([]);
  await pass(400);
  expect(terms()).toHaveLength(1);
});

test("while the servers are away nobody is silent, nor just after they are back", async () => {
  const { log, terms, pass } = standby();
  log.isAway = true;
  await pass(20_000);
  log.isAway = false;
  await pass(silentMs - 200);
  expect(terms()).toEqual([]);
  await pass(500);
  expect(terms()).toHaveLength(1);
});

test("who is refused, since another machine was first, goes on standing by", async () => {
  const { log, terms, pass } = standby();
  const end = log.end;
  log.end = async (withinMs) => {
    const found = await end(withinMs);
    log.put({ kind: "term" }, { term: found.term + 1, format: 1 });
    return found;
  };
  await pass(silentMs + 200);
  expect(terms()).toMatchObject([{ kind: "term", term: 5 }]);
});

test("it begins none on the log of an epoch that is over", async () => {
  const { newest, terms, pass } = standby();
  newest.epoch = "two";
  await pass(silentMs + 500);
  expect(terms()).toEqual([]);
});

test("it begins none on a log that ends before what another machine has", async () => {
  const { log, known, terms, pass } = standby();
  known.place = 2;
  await pass(silentMs + 500);
  expect(terms()).toEqual([]);
  log.put({ kind: "proof" }, { term: 4, format: 1 });
  await pass(silentMs);
  expect(log.entries.at(-1)).toMatchObject({ term: 5 });
});
