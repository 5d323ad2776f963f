/** Polls of a whole database that come in parts: judged as one, over a crash between any two commits. */
import { describe, expect, test } from "vitest";
import { Failure } from "../../src/lib/failure.ts";
import { StoreError } from "../../src/model/store-faults.ts";
import { type Decision, decisionPaths, decisionRoutes } from "../../src/pipeline/quarantine-end.ts";
import type { WatchOption } from "../../src/sources/statistics-updates/events.ts";
import { createStatisticsUpdates } from "../../src/sources/statistics-updates/index.ts";
import { openStoreReader } from "../../src/store/reader.ts";
import { createMemoryStatistics } from "../sources/statistics-updates/memory-statistics.ts";
import { isLong } from "../support/runs.ts";
import { until } from "../support/until.ts";
import { scriptedHouse } from "./scripted-house.ts";

const name = "statistics-updates";
const codeOf = (index: number) => `S${1000 + index}`;

interface Life {
  /** Number of series: 250 come in one call and five parts. */
  readonly series?: number;
  /** Watched besides. */
  readonly beside?: WatchOption;
  /** The monitor is killed right after this commit, counted from the first sight on. */
  readonly killedAfter?: number;
}

/** A database after its first sight, watched by a monitor that is started anew where it was killed. */
async function begin({ series = 250, beside, killedAfter = Number.POSITIVE_INFINITY }: Life = {}) {
  const service = createMemoryStatistics();
  const say = (value: number, lastUpdate: string, from = 0, to = series) => {
    for (let index = from; index < to; index++) {
      const values = { "2026-11-17": value, "2026-11-18": 5 };
      service.set("FM01", codeOf(index), { values, lastUpdate });
    }
  };
  const addPeriod = (lastUpdate: string, from = 0, to = series) => {
    for (let index = from; index < to; index++) {
      const values = { "2026-11-17": 1, "2026-11-18": 5, "2026-11-19": 6 };
      service.set("FM01", codeOf(index), { values, lastUpdate });
    }
  };
  say(1, "2026-11-18");
  const watch = [...(beside ? [beside] : []), { db: "FM01" }];
  service.set("FM08", "FXERD01", { values: { "2026-11-17": 150 }, lastUpdate: "2026-11-18" });
  const source = createStatisticsUpdates({ watch }, service, () => "2026-11-20");
  let commits = Number.NEGATIVE_INFINITY;
  let isDead = false;
  let look = () => {};
  const onCommit = () => {
    commits += 1;
    look();
    if (commits !== killedAfter) return;
    isDead = true;
    house.stop();
  };
  let house = scriptedHouse({ source, onCommit });
  const told = () => house.events().map(({ type, subject }) => `${type} ${subject}`);
  const tick = () => {
    house.clock.ms += 60_000;
    house.tick();
  };
  const restart = () => {
    const { ms } = house.clock;
    house = scriptedHouse({ source, onCommit, path: house.path });
    house.clock.ms = ms;
    isDead = false;
  };
  /** Polls until it is done, by a second monitor where the first is killed. */
  const poll = async (isDone = () => house.store.hold(name) === null) => {
    const before = house.committed.length;
    service.calls = [];
    tick();
    await until("the poll", () => {
      if (isDead) return true;
      // The poll before may not be over yet, and a tick that comes meanwhile is left out.
      if (house.committed.length === before) tick();
      return house.committed.length > before && isDone();
    });
    if (!isDead) return;
    restart();
    tick();
    await until("the poll after the restart", () => house.committed.length > 0 && isDone());
  };
  const decide = async (decision: Decision) => {
    try {
      house.decide(name, decision);
    } catch (error) {
      if (!isDead) throw error;
    }
    if (isDead) {
      restart();
      await poll();
    }
    expect(house.store.hold(name)).toBeNull();
  };
  await poll(() => told().includes(`source.baselined ${name}`));
  commits = 0;
  return {
    ...{ service, say, addPeriod, tick, poll, decide },
    house: () => house,
    isHeld: () => house.store.hold(name)?.stage === "held",
    /** What was told after the first sight. */
    told: () => told().slice(1),
    values: () =>
      [...house.store.state(name).items("FM01").values()].map(
        (body) => (body as { points: [string, number][] }).points[0]?.[1],
      ),
    commits: () => commits,
    onCommit: (call: () => void) => {
      look = call;
    },
  };
}

const all = (type: string, count = 250, from = 0) =>
  Array.from({ length: count }, (_, index) => `statistics.series.${type} FM01/${codeOf(from + index)}`);
const quarantined = `source.quarantined ${name}`;
const ended = `source.released ${name}`;

function withheldIn(path: string, count = 250): number {
  const reader = openStoreReader(path);
  const rows = Array.from(
    { length: count },
    (_, index) => reader.withheld(`FM01/${codeOf(index)}`, 9).length,
  );
  reader.close();
  return rows.reduce((sum, each) => sum + each, 0);
}

describe("a rewrite that comes in parts", () => {
  test("is one quarantine of all its items, and the state stays as it was", async () => {
    const life = await begin();
    life.say(2, "2026-11-19");
    await life.poll(life.isHeld);
    expect(life.told()).toEqual([quarantined]);
    expect(life.commits()).toBe(5);
    const [, event] = life.house().events();
    expect(event?.data.now).toMatchObject({ items: 250, fields: ["value"] });
    expect(event?.data.now.message).toMatch(
      /^250 of 250 published items were rewritten \(value\), such as FM01\/S1000 value of 2026-11-17 1 -> 2; /,
    );
    expect(event?.data.now.samples).toHaveLength(5);
    expect(new Set(life.values())).toEqual(new Set([1]));
    expect(life.house().store.sources()).toMatchObject([{ name, hold: { items: 250 } }]);
  });

  test("is no quarantine while parts are still to come: nothing is shown or decided", async () => {
    const life = await begin({ killedAfter: 2 });
    life.say(2, "2026-11-19");
    life.tick();
    await until("two parts", () => life.commits() === 2);
    const again = scriptedHouse({ path: life.house().path });
    expect(again.store.hold(name)).toMatchObject({ stage: "gathering", items: 100 });
    expect(again.store.sources()).toMatchObject([{ name, hold: null }]);
    expect(again.decide(name, "release")).toBe(false);
  });

  test("that is in one part, and few of all, is told with the rest, in order", async () => {
    const life = await begin({ series: 400 });
    life.say(2, "2026-11-19", 0, 80);
    life.addPeriod("2026-11-19", 80, 250);
    await life.poll();
    expect(life.told()).toEqual([...all("revised", 80), ...all("updated", 170, 80)]);
    await life.poll();
    expect(life.told()).toHaveLength(250);
  });

  test("is judged by all that its poll covers, of which each part has some", async () => {
    const life = await begin({ series: 400 });
    life.say(2, "2026-11-19", 0, 81);
    life.addPeriod("2026-11-19", 81, 250);
    await life.poll(life.isHeld);
    expect(life.told()).toEqual([quarantined]);
    expect(life.house().events().at(-1)?.data.now).toMatchObject({ items: 81 });
  });
});

describe("an update in parts that cannot be a mass rewrite", () => {
  const days = Array.from({ length: 4_000 }, (_, at) => new Date(at * 86_400_000).toISOString().slice(0, 10));

  /** Each with so many values that two of them make a part. */
  function addLong(life: Awaited<ReturnType<typeof begin>>, count: number): void {
    const old = { "2026-11-17": 1, "2026-11-18": 5 };
    const values = { ...Object.fromEntries(days.map((day) => [day, 1])), ...old };
    for (let index = 0; index < count; index++)
      life.service.set("FM01", codeOf(index), { values, lastUpdate: "2026-11-19" });
  }

  test("is told by its poll, each part as it is written: few series with many values", async () => {
    const life = await begin();
    const toldAfter: number[] = [];
    life.onCommit(() => {
      expect(life.house().store.hold(name)).toBeNull();
      toldAfter.push(life.told().length);
    });
    addLong(life, 6);
    await life.poll(() => life.commits() >= 3);
    expect(toldAfter).toEqual([2, 4, 6]);
    expect(life.told()).toEqual(all("updated", 6));
  });

  test("is told likewise where the rewritten are no more than the share of all", async () => {
    const life = await begin({ series: 800 });
    life.say(2, "2026-11-19", 0, 160);
    await life.poll(() => life.told().length >= 160);
    expect(life.commits()).toBe(4);
    expect(life.told()).toEqual(all("revised", 160));
    life.say(3, "2026-11-20", 0, 161);
    await life.poll(life.isHeld);
    expect(life.told().slice(160)).toEqual([quarantined]);
  });

  test.each(isLong ? [1, 2, 3, 4] : [1, 3])(
    "is told once and whole, though it is killed after commit %s",
    async (killedAfter) => {
      const life = await begin({ series: 800, killedAfter });
      life.say(2, "2026-11-19", 0, 160);
      await life.poll(() => life.told().length >= 160);
      await life.poll();
      expect(life.told()).toEqual(all("revised", 160));
    },
  );

  test("goes on with the next poll where a call fails, and tells what came before", async () => {
    const life = await begin({ series: 1_600 });
    life.say(2, "2026-11-19", 0, 300);
    const { dataByCode } = life.service;
    let calls = 0;
    life.service.dataByCode = (query) => {
      calls += 1;
      return calls === 2 ? Promise.reject(new Failure("timeout", "too slow")) : dataByCode(query);
    };
    const failed = `source.failed ${name}`;
    await life.poll(() => life.told().includes(failed));
    expect(life.told()).toEqual([...all("revised", 250), failed]);
    await life.poll(() => life.told().length >= 302);
    expect(life.told().slice(251)).toEqual([`source.recovered ${name}`, ...all("revised", 50, 250)]);
  });
});

/** Each begins after the first sight, and says all that is told then. */
const lives = {
  async "is told"(life: Awaited<ReturnType<typeof begin>>) {
    life.addPeriod("2026-11-19");
    await life.poll();
    return { told: all("updated"), value: 1, withheld: 0 };
  },
  async "is released"(life: Awaited<ReturnType<typeof begin>>) {
    life.say(2, "2026-11-19");
    await life.poll(life.isHeld);
    await life.decide("release");
    return { told: [quarantined, ended, ...all("revised")], value: 2, withheld: 0 };
  },
  async "is discarded"(life: Awaited<ReturnType<typeof begin>>) {
    life.say(2, "2026-11-19");
    await life.poll(life.isHeld);
    await life.decide("discard");
    return { told: [quarantined, ended], value: 2, withheld: 250 };
  },
  async "is taken back"(life: Awaited<ReturnType<typeof begin>>) {
    life.say(2, "2026-11-19");
    await life.poll(life.isHeld);
    life.say(1, "2026-11-18");
    await life.poll(() => life.told().includes(ended) && life.house().store.hold(name) === null);
    return { told: [quarantined, ended], value: 1, withheld: 250 };
  },
};

/** Commits after which the monitor is killed; a quick run kills each life while it gathers and while it ends. */
const everyKill = [Number.POSITIVE_INFINITY, 1, 3, 4, 5, 6, 7, 9, 10, 11];
const someKills: Readonly<Record<keyof typeof lives, readonly number[]>> = {
  ...{ "is told": [1, 6], "is released": [4, 9], "is discarded": [1, 6] },
  "is taken back": [Number.POSITIVE_INFINITY, 4, 9],
};

for (const [what, live] of Object.entries(lives) as [keyof typeof lives, (typeof lives)["is told"]][]) {
  describe(`a change in parts that ${what}`, () => {
    test.each(isLong ? everyKill : someKills[what])(
      "is told once and whole, though the monitor is killed after commit %s",
      async (killedAfter) => {
        const life = await begin({ killedAfter });
        const { told, value, withheld } = await live(life);
        expect(life.told()).toEqual(told);
        expect(new Set(life.values())).toEqual(new Set([value]));
        await life.poll();
        expect(life.told()).toEqual(told);
        expect(withheldIn(life.house().path)).toBe(withheld);
      },
    );
  });
}

describe("between two parts", () => {
  test("a call that fails leaves what came, and the next poll goes on with the rest", async () => {
    const life = await begin({ series: 450 });
    life.say(2, "2026-11-19");
    const { dataByCode } = life.service;
    let calls = 0;
    life.service.dataByCode = (query) => {
      calls += 1;
      return calls === 2 ? Promise.reject(new Failure("timeout", "too slow")) : dataByCode(query);
    };
    await life.poll(() => life.told().length > 0);
    expect(life.told()).toEqual([`source.failed ${name}`]);
    // Rewritten by both polls, it is one item all the same.
    life.say(3, "2026-11-20", 0, 1);
    await life.poll(life.isHeld);
    expect(life.service.calls.join(",").match(/S\d+/g)).toHaveLength(201);
    expect(life.told().slice(1)).toEqual([`source.recovered ${name}`, quarantined]);
    expect(life.house().events().at(-1)?.data.now).toMatchObject({ items: 450 });
  });

  test("a call that fails leaves what came, which is judged by all that its poll covered", async () => {
    const life = await begin({ series: 2_000, beside: { db: "FM08", codes: ["FXERD01"] } });
    life.say(2, "2026-11-19", 0, 450);
    const { dataByCode, metadata } = life.service;
    let calls = 0;
    life.service.dataByCode = (query) => {
      calls += query.db === "FM01" ? 1 : 0;
      return calls === 2 ? Promise.reject(new Failure("timeout", "too slow")) : dataByCode(query);
    };
    const failed = `source.failed ${name}`;
    await life.poll(() => life.told().includes(failed));
    expect(life.house().store.hold(name)).toMatchObject({ stage: "gathering", items: 250 });
    // The next poll sees nothing of the database.
    life.service.dataByCode = dataByCode;
    life.service.metadata = (query) =>
      query.db === "FM01" ? Promise.reject(new Failure("timeout", "too slow")) : metadata(query);
    await life.poll();
    expect(life.told()).toEqual([failed, ...all("revised")]);
    life.service.metadata = metadata;
    await life.poll(() => life.told().length === 452);
    expect(life.told().slice(251)).toEqual([`source.recovered ${name}`, ...all("revised", 200, 250)]);
  });

  test("a full disk ends the poll; the next one goes on, and nothing is judged without the part", async () => {
    const life = await begin();
    life.say(2, "2026-11-19");
    const { store } = life.house();
    const { commit } = store;
    let left = 1;
    store.commit = (written) => {
      left -= 1;
      if (left === -1) throw new StoreError("the disk is full");
      commit(written);
    };
    await life.poll(() => life.house().committed.at(-1)?.error !== undefined);
    expect(store.hold(name)).toMatchObject({ stage: "gathering", items: 50 });
    await life.poll(life.isHeld);
    expect(life.told()).toEqual([quarantined]);
    expect(life.house().events().at(-1)?.data.now).toMatchObject({ items: 250 });
  });

  test("a full disk ends a release; the next poll tells the rest", async () => {
    const life = await begin();
    life.say(2, "2026-11-19");
    await life.poll(life.isHeld);
    const { store } = life.house();
    const { commit } = store;
    store.commit = (written) => {
      if (life.told().length > 150) throw new StoreError("the disk is full");
      commit(written);
    };
    life.house().decideFirst(name, "release");
    await life.poll(() => life.house().committed.at(-1)?.error !== undefined);
    expect(store.hold(name)).toMatchObject({ stage: "released" });
    store.commit = commit;
    await life.poll();
    expect(life.told()).toEqual([quarantined, ended, ...all("revised")]);
    await until("the question that follows", () => life.service.calls.includes("metadata FM01"));
  });

  test("a decision leaves the rest of the poll to the next one", async () => {
    const life = await begin();
    life.say(2, "2026-11-19");
    await life.poll(life.isHeld);
    life.say(3, "2026-11-20");
    const before = life.house().committed.length;
    life.tick();
    await until("a part", () => life.house().committed.length > before);
    await life.decide("release");
    await until("the end of the poll", async () => {
      life.tick();
      return life.told().filter((each) => each === quarantined).length === 2;
    });
    expect(life.told()).toEqual([quarantined, ended, ...all("revised"), quarantined]);
    expect(life.house().events().at(-1)?.data.now).toMatchObject({ items: 250 });
  });

  test("a release that ends there leaves the rest of the poll to the next one, too", async () => {
    const life = await begin();
    life.say(2, "2026-11-19");
    await life.poll(life.isHeld);
    life.say(3, "2026-11-20");
    const { metadata } = life.service;
    let isAsked = false;
    life.service.metadata = (...query) => {
      isAsked = true;
      life.service.metadata = metadata;
      life.house().decideFirst(name, "release");
      life.onCommit(() => {
        life.onCommit(() => {});
        // Before the next part, which comes in a turn of its own.
        queueMicrotask(() => life.house().leave(name));
      });
      return metadata(...query);
    };
    await until("the question", () => {
      life.tick();
      return isAsked;
    });
    await until("the release", () => life.told().length >= 252);
    expect(life.told()).toEqual([quarantined, ended, ...all("revised")]);
    await until("the next poll", () => {
      life.tick();
      return life.isHeld();
    });
    expect(life.house().events().at(-1)?.data.now).toMatchObject({ items: 250 });
  });

  test("a decision answers with all its events, though a poll lets some of them leave", async () => {
    const life = await begin();
    life.say(2, "2026-11-19");
    await life.poll(life.isHeld);
    const { store, news$ } = life.house();
    const routes = decisionRoutes({ store, sources: [name], tell: (change) => news$.next(change) });
    const release = routes.find(({ path }) => path === decisionPaths.release);
    const answered = release?.answer({ query: new URLSearchParams(), body: { source: name } });
    await until("the question behind it", () => {
      life.tick();
      return store.hold(name) === null;
    });
    expect(await answered).toMatchObject({ status: 200, body: { items: 250, events: 250 } });
    expect(life.told()).toEqual([quarantined, ended, ...all("revised")]);
  });
});
