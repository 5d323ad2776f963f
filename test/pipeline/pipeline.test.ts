import { describe, expect, test } from "vitest";
import { createTradingCalendar } from "../../src/calendar/trading-calendar.ts";
import { Failure } from "../../src/lib/failure.ts";
import { StoreError } from "../../src/model/store-faults.ts";
import { until } from "../support/until.ts";
import { type Answer, scriptedHouse } from "./scripted-house.ts";

type House = ReturnType<typeof scriptedHouse>;

async function poll(house: House, answer: Answer): Promise<void> {
  house.say(answer);
  const before = house.committed.length;
  house.tick();
  await until("the commit", () => house.committed.length > before);
}

const types = (house: House) => house.events().map(({ type }) => type);

describe("a poll", () => {
  test("of a new source is a silent baseline that says how many", async () => {
    const house = scriptedHouse();
    await poll(house, { "7203": 1, "6758": 2 });
    expect(types(house)).toEqual(["source.baselined"]);
    expect(house.events()[0]?.data.now).toMatchObject({ source: "margin-alerts", items: 2 });
  });

  test("commits its state, events, alerts and mails together and wakes the outputs after", async () => {
    const house = scriptedHouse();
    await poll(house, { "7203": 1 });
    await poll(house, { "7203": 2 });
    expect(types(house)).toEqual(["source.baselined", "margin.alert.changed", "alert.fired"]);
    const [, cause, alert] = house.events();
    expect(alert?.data.now.cause).toMatchObject({ seq: 2, id: cause?.id, subject: "7203" });
    expect(house.store.state("margin-alerts").item("", "7203")).toBe(2);
    expect(house.store.outbox.of("email").due(house.clock.ms, 10, [])).toHaveLength(1);
    expect(house.wakes.at(-1)).toBe(3);
  });

  test("that finds nothing new adds nothing to the log", async () => {
    const house = scriptedHouse();
    for (let round = 0; round < 3; round++) await poll(house, { "7203": 1 });
    expect(types(house)).toEqual(["source.baselined"]);
  });

  test("waits until the rules have a past, and news does not", async () => {
    let over = () => {};
    let waiting: Promise<void> | undefined = new Promise((resolve) => {
      over = () => {
        waiting = undefined;
        resolve();
      };
    });
    const house = scriptedHouse({ seeding: { waiting: () => waiting } });
    let asked = 0;
    house.say(async () => {
      asked += 1;
      return { "7203": 1 };
    });
    house.tick();
    house.news$.next({
      drafts: [{ type: "rules.loaded", source: "/rules", subject: "rules", data: { now: {} } }],
      batch: {},
    });
    for (let turn = 0; turn < 5; turn += 1) await new Promise((resolve) => setImmediate(resolve));
    expect([asked, types(house)]).toEqual([0, ["rules.loaded"]]);
    over();
    await until("the baseline", () => types(house).includes("source.baselined"));
    expect(asked).toBe(1);
  });

  test("that is slow drops the ticks that come meanwhile", async () => {
    const house = scriptedHouse();
    let asked = 0;
    let answer: (value: Answer) => void = () => {};
    house.say(() => {
      asked += 1;
      return new Promise((resolve) => {
        answer = resolve;
      });
    });
    house.tick();
    house.tick();
    house.tick();
    expect(asked).toBe(1);
    answer({ "7203": 1 });
    await until("the commit", () => house.committed.length === 1);
    house.tick();
    expect(asked).toBe(2);
  });

  test("that fails leaves the state as it is, is told once, and so is the recovery", async () => {
    const house = scriptedHouse();
    await poll(house, { "7203": 1 });
    await poll(house, new Failure("timeout", "no answer"));
    house.clock.ms += 3_600_000;
    await poll(house, new Failure("server-error", "503"));
    house.clock.ms += 3_600_000;
    await poll(house, { "7203": 1 });
    expect(types(house)).toEqual(["source.baselined", "source.failed", "source.recovered"]);
  });

  test("pauses after a failure for its own interval", async () => {
    const house = scriptedHouse();
    await poll(house, new Failure("timeout", "no answer"));
    house.clock.ms += 500;
    let asked = false;
    house.say(async () => {
      asked = true;
      return {};
    });
    house.tick();
    expect(asked).toBe(false);
    house.clock.ms += 500;
    house.tick();
    expect(asked).toBe(true);
  });

  test("that throws anything but a Failure ends the pipeline as a bug", async () => {
    const house = scriptedHouse();
    house.say(new TypeError("undefined is not a function"));
    house.tick();
    await until("the bug", () => house.bugs.length === 1);
    expect(house.bugs[0]).toBeInstanceOf(TypeError);
    expect(types(house)).toEqual([]);
  });

  test("that the stop interrupts is no failure", async () => {
    const house = scriptedHouse();
    house.say(async () => {
      house.stopping.abort();
      return new Failure("unreachable", "stopped");
    });
    house.tick();
    await new Promise((resolve) => setImmediate(resolve));
    expect(house.committed).toEqual([]);
  });
});

describe("a cooldown", () => {
  test("holds the same alert back until it is over, over polls", async () => {
    const house = scriptedHouse({ cooldown: "1m" });
    await poll(house, { "7203": 1, "6758": 1 });
    await poll(house, { "7203": 2, "6758": 1 });
    house.clock.ms += 59_999;
    await poll(house, { "7203": 3, "6758": 2 });
    house.clock.ms += 1;
    await poll(house, { "7203": 4, "6758": 2 });
    const fired = house.events().filter(({ type }) => type === "alert.fired");
    expect(fired.map(({ subject }) => subject)).toEqual(["7203", "6758", "7203"]);
  });

  test("of trading days passes over a holiday, to the same time of day", async () => {
    // The clock stands at nine on a Monday in Japan; the Tuesday is closed.
    const calendar = createTradingCalendar(new Map([["2026-01-06", false]]));
    const house = scriptedHouse({ cooldown: "2bd", calendar });
    await poll(house, { "7203": 1 });
    await poll(house, { "7203": 2 });
    house.clock.ms += 3 * 86_400_000 - 1;
    await poll(house, { "7203": 3 });
    house.clock.ms += 1;
    await poll(house, { "7203": 4 });
    const fired = house.events().filter(({ type }) => type === "alert.fired");
    expect(fired.map(({ time }) => time)).toEqual(["2026-01-05T00:00:00.000Z", "2026-01-08T00:00:00.000Z"]);
  });

  test("absent, every match fires", async () => {
    const house = scriptedHouse();
    for (const value of [1, 2, 3]) await poll(house, { "7203": value });
    expect(types(house).filter((type) => type === "alert.fired")).toHaveLength(2);
  });
});

describe("a database that cannot be written", () => {
  test("loses nothing: outputs sleep, and the next poll finds the same differences", async () => {
    const house = scriptedHouse();
    await poll(house, { "7203": 1 });
    const { commit } = house.store;
    const wakes = house.wakes.length;
    house.store.commit = () => {
      throw new StoreError("the disk is full");
    };
    await poll(house, { "7203": 2 });
    expect(house.committed.at(-1)?.error?.message).toBe("the disk is full");
    expect(house.wakes).toHaveLength(wakes);
    house.store.commit = commit;
    house.clock.ms += 1_000;
    await poll(house, { "7203": 2 });
    expect(types(house)).toEqual(["source.baselined", "margin.alert.changed", "alert.fired"]);
  });
});

describe("the monitor's own news", () => {
  test("goes the same way as a poll's", () => {
    const house = scriptedHouse();
    const now = { files: ["a.yaml"], rules: ["any"] };
    house.news$.next({
      drafts: [{ type: "rules.loaded", source: "/rules", subject: "rules", data: { now } }],
      batch: { meta: { "rules.hash": "1" } },
    });
    expect(types(house)).toEqual(["rules.loaded"]);
    expect(house.store.meta.get("rules.hash")).toBe("1");
    expect(house.wakes).toEqual([1]);
  });
});
