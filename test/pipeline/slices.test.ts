/** Polls of which one turn cannot write all: stored in slices, told in parts, over a crash between any two commits. */
import { expect, test } from "vitest";
import { nextTurn } from "../../src/lib/turns.ts";
import { StoreError } from "../../src/model/store-faults.ts";
import { isLong } from "../support/runs.ts";
import { until } from "../support/until.ts";
import { type Answer, scriptedHouse } from "./scripted-house.ts";

const name = "margin-alerts";
const keyOf = (index: number) => `K${10_000 + index}`;

function answerOf(rows: number, value: number, before: Answer = {}): Answer {
  const own = Object.fromEntries(Array.from({ length: rows }, (_, index) => [keyOf(index), value]));
  return { ...before, ...own };
}

/** A house whose first sight is one item, which has as many new ones from now on. */
async function begin(rows: number, onCommit?: () => void) {
  const house = scriptedHouse({ ...(onCommit && { onCommit }) });
  house.say({ first: 0 });
  house.tick();
  await until("the first sight", () => house.store.log.head() === 1);
  house.say(answerOf(rows, 1, { first: 0 }));
  return house;
}

type House = ReturnType<typeof scriptedHouse>;

/** Subjects of what was told after the first sight, in order; alerts apart. */
function told(house: House): { events: string[]; alerts: number } {
  const log = house.store.log
    .read(1, 20_000)
    .map(({ json }) => JSON.parse(json) as { type: string; subject: string });
  const events = log.filter(({ type }) => type === "margin.alert.changed").map(({ subject }) => subject);
  return { events, alerts: log.filter(({ type }) => type === "alert.fired").length };
}

/** Whether the first sight, the rows and an alert each are told, without reading them. */
const isDone = (house: House, rows: number) =>
  house.store.hold(name) === null && house.store.log.head() >= 1 + 2 * rows;

test("all of it is told once, in its order, each turn writes a bounded part, and others have theirs between", async () => {
  const house = await begin(1_800);
  house.clock.ms += 60_000;
  let turns = 0;
  let isOver = false;
  const count = async () => {
    for (; !isOver; turns++) await nextTurn();
  };
  const counting = count();
  house.tick();
  await until("all of it", () => isDone(house, 1_800));
  isOver = true;
  await counting;
  expect(turns).toBeGreaterThan(7);
  expect(told(house)).toEqual({
    events: Array.from({ length: 1_800 }, (_, index) => keyOf(index)),
    alerts: 1_800,
  });
  const sizes = house.committed.map(({ written }) => {
    const { put = [], hold } = written?.source ?? {};
    const kept = hold !== undefined && "drafts" in hold ? hold.drafts.length + hold.put.length : 0;
    return Math.max(written?.entries.length ?? 0, put.length, kept);
  });
  expect(Math.max(...sizes)).toBeLessThanOrEqual(500);
  expect(house.store.state(name).items("").size).toBe(1_801);
  // The next poll finds nothing.
  const head = house.store.log.head();
  house.clock.ms += 60_000;
  house.tick();
  await until("the next poll", () => house.committed.at(-1)?.change.poll !== undefined);
  expect(house.store.log.head()).toBe(head);
});

// The first slice, the end of storing, the parts, and none at all.
test.each(isLong ? [1, 2, 3, 4, 5, 9] : [1, 3, 5])(
  "killed after commit %i: nothing is lost, repeated or told before all is stored",
  async (killedAfter) => {
    let commits = Number.NEGATIVE_INFINITY;
    const first = await begin(1_100, () => {
      commits += 1;
      if (commits === killedAfter) first.stop();
    });
    commits = 0;
    first.tick();
    await until("the kill", () => commits >= killedAfter);
    const second = scriptedHouse({ path: first.path });
    second.clock.ms = first.clock.ms + 60_000;
    second.say(answerOf(1_100, 1, { first: 0 }));
    const stage = second.store.hold(name)?.stage;
    if (stage === "storing") {
      // What a crash left is no state.
      expect(told(second).events).toEqual([]);
      expect(second.store.heldState(name).items("").size).toBe(1);
    }
    second.tick();
    await until("all of it", () => isDone(second, 1_100));
    expect(told(second)).toEqual({
      events: Array.from({ length: 1_100 }, (_, index) => keyOf(index)),
      alerts: 1_100,
    });
  },
);

test("rows that the service takes back after a crash are never told", async () => {
  let commits = Number.NEGATIVE_INFINITY;
  const first = await begin(1_100, () => {
    commits += 1;
    if (commits === 2) first.stop();
  });
  commits = 0;
  first.tick();
  await until("the kill", () => commits >= 2);
  const second = scriptedHouse({ path: first.path });
  expect(second.store.hold(name)?.stage).toBe("storing");
  second.say({ first: 0 });
  second.tick();
  await until("the poll", () => second.committed.some(({ change }) => change.poll !== undefined));
  expect(second.store.hold(name)).toBeNull();
  expect(told(second).events).toEqual([]);
});

test("a slice that cannot be written makes the poll one without a result, and the next finds all of it", async () => {
  const house = await begin(1_100);
  const { commit } = house.store;
  let writes = 0;
  house.store.commit = (batch) => {
    writes += 1;
    if (writes === 2) throw new StoreError("full", "the disk is full");
    commit(batch);
  };
  house.clock.ms += 60_000;
  house.tick();
  await until("the end of the poll", () =>
    house.committed.some(({ change }) => change.poll !== undefined && writes > 2),
  );
  expect(told(house).events).toEqual([]);
  await until("all of it", () => {
    house.clock.ms += 600_000;
    house.tick();
    return isDone(house, 1_100);
  });
  expect(told(house)).toEqual({
    events: Array.from({ length: 1_100 }, (_, index) => keyOf(index)),
    alerts: 1_100,
  });
});

test("a first sight of many items is one baseline", async () => {
  const house = scriptedHouse();
  house.say(answerOf(1_500, 1));
  house.tick();
  await until("the baseline", () => house.store.hold(name) === null && house.store.log.head() > 0);
  expect(house.events().map(({ type, data }) => [type, data.now.items])).toEqual([
    ["source.baselined", 1_500],
  ]);
  expect(house.store.state(name).items("").size).toBe(1_500);
});
