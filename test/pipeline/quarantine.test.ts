import { beforeEach, describe, expect, test } from "vitest";
import { Failure } from "../../src/lib/failure.ts";
import { atOnce } from "../../src/lib/turns.ts";
import type { Decision } from "../../src/pipeline/quarantine-end.ts";
import type { ShortSaleRecord } from "../../src/sources/short-sale-reports/events.ts";
import { createShortSaleReports } from "../../src/sources/short-sale-reports/index.ts";
import type { Source } from "../../src/sources/source.ts";
import { createMemoryMarket, nameless } from "../sources/memory-market.ts";
import { everyDay } from "../support/every-day.ts";
import { until } from "../support/until.ts";
import { scriptedHouse } from "./scripted-house.ts";

const name = "short-sale-reports";
const market = createMemoryMarket();
const time = { today: "2026-11-18" };
const source = createShortSaleReports(market, () => time.today, nameless, everyDay);

type House = ReturnType<typeof scriptedHouse>;
const open = (path?: string) => scriptedHouse({ source, ...(path === undefined ? {} : { path }) });

function report(code: number, ratio: number, more: Partial<ShortSaleRecord> = {}): ShortSaleRecord {
  return {
    code: String(code),
    seller: "Example Capital",
    ratio,
    shares: 10_000,
    calculatedOn: "2026-11-17",
    disclosedOn: "2026-11-18",
    ...more,
  };
}

const reports = (count: number, ratio: number) =>
  Array.from({ length: count }, (_, index) => report(1300 + index, ratio));

const later = { calculatedOn: "2026-11-18", disclosedOn: "2026-11-19" };

async function poll(house: House): Promise<void> {
  house.clock.ms += 1_000;
  const before = house.committed.length;
  house.tick();
  await until("the commit", () => house.committed.length > before);
}

/** "type subject" of what was told after the baseline. */
const told = (house: House) =>
  house
    .events()
    .slice(1)
    .map(({ type, subject }) => `${type} ${subject}`);

function end(house: House, decision: Decision): boolean {
  return house.decide(name, decision);
}

/** 60 reports stored, then all of them rewritten and one new position beside them. */
async function held(): Promise<House> {
  const house = open();
  await poll(house);
  market.shorts = [...reports(60, 0.75), report(2000, 0.6)];
  await poll(house);
  return house;
}

const quarantined = `source.quarantined ${name}`;
const ended = `source.released ${name}`;
const corrections = (count: number) =>
  Array.from({ length: count }, (_, index) => `short.report.corrected ${1300 + index}`);
const alerts = (events: string[]) => events.map((event) => `alert.fired ${event.split(" ")[1]}`);

beforeEach(() => {
  time.today = "2026-11-18";
  market.shorts = reports(60, 0.71);
});

describe("a mass rewrite", () => {
  test("is told as one event with how many, which fields and samples; nothing else is written", async () => {
    const house = await held();
    expect(told(house)).toEqual([quarantined]);
    expect(house.events().at(-1)?.data.now).toMatchObject({
      source: name,
      reason: "rewritten",
      items: 60,
      fields: ["ratio"],
      samples: expect.arrayContaining([
        { key: "1300/Example Capital", field: "ratio", from: "0.71", to: "0.75" },
      ]),
      since: "2026-01-05T00:00:02.000Z",
    });
    const state = house.store.state(name);
    expect(state.item("", "1300|Example Capital|")).toMatchObject({ reports: [{ ratio: 0.71 }] });
    expect(state.item("", "2000|Example Capital|")).toBeUndefined();
    expect(house.store.outbox.of("email").due(house.clock.ms, 10, [])).toEqual([]);
  });

  test("is told once, however many polls find it, and over a restart", async () => {
    const house = await held();
    await poll(house);
    house.stop();
    const again = open(house.path);
    await poll(again);
    await poll(again);
    expect(told(again)).toEqual([quarantined]);
    expect(again.store.hold(name)).toMatchObject({ items: 60 });
    expect(again.store.sources()).toMatchObject([{ name, hold: { items: 60 } }]);
  });

  test("of 49 is no mass rewrite", async () => {
    const house = open();
    await poll(house);
    market.shorts = [...reports(49, 0.75), ...reports(60, 0.71).slice(49)];
    await poll(house);
    expect(told(house)).toEqual([...corrections(49), ...alerts(corrections(49))]);
  });

  test("of a fifth of all is no mass rewrite", async () => {
    market.shorts = reports(250, 0.71);
    const house = open();
    await poll(house);
    market.shorts = [...reports(50, 0.75), ...reports(250, 0.71).slice(50)];
    await poll(house);
    expect(told(house)).toHaveLength(100);
  });

  test("that only rounds tells nothing and is not held", async () => {
    market.shorts = reports(60, 0.71).map((each, index) => ({ ...each, ratio: 0.70001 + index / 1e4 }));
    const house = open();
    await poll(house);
    market.shorts = market.shorts.map((each) => ({ ...each, ratio: Number(each.ratio.toFixed(4)) }));
    await poll(house);
    expect(told(house)).toEqual([]);
  });

  test("does not hide that the service fails meanwhile and recovers", async () => {
    const house = await held();
    const { read } = market;
    market.read = async () => {
      throw new Failure("timeout", "no answer");
    };
    await poll(house);
    market.read = read;
    house.clock.ms += 3_600_000;
    await poll(house);
    expect(told(house)).toEqual([quarantined, `source.failed ${name}`, `source.recovered ${name}`]);
    expect(house.store.hold(name)).toMatchObject({ items: 60 });
  });
});

describe("a release", () => {
  test("writes what was held in one commit, judged as ever", async () => {
    const house = await held();
    house.clock.ms += 3_600_000;
    const { length } = house.committed;
    expect(end(house, "release")).toBe(true);
    expect(house.committed).toHaveLength(length + 1);
    const events = [...corrections(60), "short.report.opened 2000"];
    expect(told(house)).toEqual([quarantined, ended, ...events, ...alerts(events)]);
    expect(house.events()[2]?.data.now).toMatchObject({ reason: "released", items: 60 });
    expect(
      new Set(
        house
          .events()
          .slice(2)
          .map((event) => event.time),
      ),
    ).toEqual(new Set([new Date(house.clock.ms).toISOString()]));
    expect(house.store.hold(name)).toBeNull();
    await poll(house);
    expect(told(house)).toHaveLength(2 + 61 + 61);
  });

  test("can be made after a restart", async () => {
    const house = await held();
    house.stop();
    const again = open(house.path);
    expect(end(again, "release")).toBe(true);
    expect(told(again)).toHaveLength(2 + 61 + 61);
    await poll(again);
    expect(told(again)).toHaveLength(2 + 61 + 61);
  });

  test("of nothing changes nothing, a second one too", async () => {
    const house = await held();
    end(house, "release");
    const { length } = house.committed;
    expect(end(house, "release")).toBe(false);
    expect(end(house, "discard")).toBe(false);
    expect(house.committed).toHaveLength(length);
  });
});

describe("a discard", () => {
  test("takes the new values, and tells only what is no rewrite", async () => {
    const house = await held();
    expect(end(house, "discard")).toBe(true);
    const news = ["short.report.opened 2000"];
    expect(told(house)).toEqual([quarantined, ended, ...news, ...alerts(news)]);
    const now = house.events()[2]?.data.now;
    expect(now).toMatchObject({ reason: "discarded", message: expect.stringContaining("discarded") });
    await poll(house);
    expect(told(house)).toHaveLength(4);
  });

  test("is what later corrections are told against", async () => {
    const house = await held();
    end(house, "discard");
    market.shorts = [report(1300, 0.83), ...reports(60, 0.75).slice(1), report(2000, 0.6)];
    await poll(house);
    const corrected = house.events().find(({ type }) => type === "short.report.corrected");
    expect(corrected?.data).toMatchObject({ now: { ratio: 0.83 }, was: { ratio: 0.75 } });
  });
});

describe("news while a rewrite is held", () => {
  for (const decision of ["release", "discard"] as const) {
    test(`is told by the poll after the ${decision}, weeks later too`, async () => {
      const house = await held();
      time.today = "2026-11-19";
      market.shorts.push(report(1300, 0.9, later), report(3000, 1.1, later));
      await poll(house);
      time.today = "2026-12-10";
      await poll(house);
      expect(told(house)).toEqual([quarantined]);
      end(house, decision);
      const { length } = house.events();
      await poll(house);
      const news = ["short.report.increased 1300", "short.report.opened 3000"];
      expect(told(house).slice(length - 1)).toEqual([...news, ...alerts(news)]);
    });
  }

  test("that is another mass rewrite is held of its own after the first is released", async () => {
    const house = await held();
    market.shorts = reports(60, 0.83);
    await poll(house);
    expect(told(house)).toEqual([quarantined]);
    end(house, "release");
    await poll(house);
    expect(told(house).filter((event) => event === quarantined)).toHaveLength(2);
    expect(house.events().at(-1)?.data.now).toMatchObject({ items: 60 });
  });
});

describe("a service that takes the rewrite back", () => {
  test("ends the hold; what was news beside it is told by the next poll", async () => {
    const house = await held();
    time.today = "2026-11-19";
    market.shorts = [...reports(60, 0.71), report(2000, 0.6), report(3000, 1.1, later)];
    await poll(house);
    expect(told(house)).toEqual([quarantined, ended]);
    expect(house.events().at(-1)?.data.now).toMatchObject({ reason: "taken-back", items: 60 });
    // The news beside the rewrite is not withheld.
    const withheld = house.committed.at(-1)?.change.batch.withheld ?? [];
    expect(withheld.map(({ type, subject, how }) => `${type} ${subject} ${how}`)).toEqual(
      corrections(60).map((each) => `${each} taken-back`),
    );
    expect(house.store.hold(name)).toBeNull();
    await poll(house);
    const news = ["short.report.opened 2000", "short.report.opened 3000"];
    expect(told(house).slice(2)).toEqual([...news, ...alerts(news)]);
  });

  test("for a few items only leaves it held", async () => {
    const house = await held();
    market.shorts = [...reports(10, 0.71), ...reports(60, 0.75).slice(10)];
    await poll(house);
    expect(told(house)).toEqual([quarantined]);
    expect(house.store.hold(name)).not.toBeNull();
  });

  test("is not believed where the days are only not read any more", async () => {
    const house = await held();
    time.today = "2026-12-10";
    market.shorts = [report(3000, 1.1, { calculatedOn: "2026-12-09", disclosedOn: "2026-12-10" })];
    await poll(house);
    expect(told(house)).toEqual([quarantined]);
  });
});

describe("comparisons of several steps, while a rewrite is held", () => {
  /** Compares in three steps, and tells of each: the how manieth of which comparison it is, from 1 on. */
  const inSteps = (heard: (comparison: number, step: number) => void): Source => {
    let comparisons = 0;
    return {
      ...(source as Source),
      *diff(answer, state) {
        comparisons += 1;
        for (let step = 1; step <= 3; step += 1) {
          heard(comparisons, step);
          yield undefined;
        }
        return atOnce(source.diff(answer as never, state));
      },
    };
  };

  /** The third poll of a house, which finds the old values again: it compares with both states. */
  async function takenBack(heard: (comparison: number, step: number, house: House) => void) {
    const house: House = scriptedHouse({ source: inSteps((...place) => heard(...place, house)) });
    await poll(house);
    market.shorts = reports(60, 0.75);
    await poll(house);
    market.shorts = reports(60, 0.71);
    await poll(house);
    await until("the end of the poll", () =>
      house.committed.some(({ change }) => change.poll?.tick.at === house.clock.ms),
    );
    return house;
  }

  const reasons = (house: House) =>
    house.events().flatMap(({ type, data }) => (type === "source.released" ? data.now.reason : []));

  test("give way to others between any two steps, both of them", async () => {
    let turn = 0;
    let next: NodeJS.Immediate;
    const count = () => {
      turn += 1;
      next = setImmediate(count);
    };
    count();
    const turns: number[] = [];
    const house = await takenBack((comparison) => {
      if (comparison > 2) turns.push(turn);
    }).finally(() => clearImmediate(next));
    expect(turns).toHaveLength(6);
    expect(new Set(turns.slice(0, 3)).size).toBe(3);
    expect(new Set(turns.slice(3)).size).toBe(3);
    expect(reasons(house)).toEqual(["taken-back"]);
  });

  test("leave a decision that comes between two steps of the second as it is", async () => {
    const house = await takenBack((comparison, step, its) => {
      if (comparison === 4 && step === 2) its.decide(name, "release");
    });
    expect(house.bugs).toEqual([]);
    expect(reasons(house)).toEqual(["released"]);
    expect(house.store.state(name).item("", "1300|Example Capital|")).toMatchObject({
      reports: [{ ratio: 0.75 }],
    });
  });
});
