import { describe, expect, test } from "vitest";
import { type BadRecord, Failure, type Oddities } from "../../src/lib/failure.ts";
import type { PartFailure, Source } from "../../src/sources/source.ts";
import { until } from "../support/until.ts";
import { scriptedHouse } from "./scripted-house.ts";

const day = 24 * 3_600_000;
type House = ReturnType<typeof scriptedHouse>;

/** An answer whose place does not fit. */
function misfit(path: string): Failure {
  const places = [{ path, expected: "a text", found: "nothing" }];
  return new Failure("malformed", `${path}: expected a text`, {
    misfit: { places, sample: '{ ShrtOut: 1, Code: "72030" }' },
  });
}

interface Script {
  fails?: Failure;
  failures?: PartFailure[];
  oddities?: Oddities;
}

/** A source that stores nothing and fares as the script says. */
function houseOf(path?: string) {
  const script: { now: Script } = { now: {} };
  const source: Source<null> = {
    name: "margin-alerts",
    async poll() {
      const { fails, failures = [], oddities } = script.now;
      if (fails) throw fails;
      return { answer: null, failures, ...(oddities ? { oddities } : {}) };
    },
    diff: () => ({ drafts: [], put: [], drop: [], cursor: { seen: true } }),
  };
  const house = scriptedHouse({ source, ...(path === undefined ? {} : { path }) });
  const poll = async (now: Script) => {
    script.now = now;
    house.clock.ms += day / 2;
    const before = house.committed.length;
    house.tick();
    await until("the commit", () => house.committed.length > before);
  };
  return { house, poll };
}

const told = (house: House) =>
  house
    .events()
    .filter(({ type }) => type.startsWith("source."))
    .map(({ type, data }) => `${type} ${data.now.reason}`);

describe("an answer of another form", () => {
  test("is a failed poll twice, and drift at the third in a row, told once with place and sample", async () => {
    const { house, poll } = houseOf();
    await poll({});
    const fails = misfit("markets/margin-alert data[].Code");
    await poll({ fails });
    await poll({ fails });
    expect(told(house)).toEqual(["source.failed malformed"]);
    await poll({ fails });
    await poll({ fails });
    await poll({ fails });
    expect(told(house)).toEqual(["source.failed malformed", "source.drifted drifted"]);
    const [failed, drifted] = house.events();
    expect(drifted?.data.now).toMatchObject({
      source: "margin-alerts",
      since: failed?.data.now.since,
      places: [{ path: "markets/margin-alert data[].Code", expected: "a text", found: "nothing" }],
      sample: '{ ShrtOut: 1, Code: "72030" }',
    });
    expect(drifted?.data.now.message).toContain("markets/margin-alert data[].Code");
    expect(house.store.outage("margin-alerts")).toMatchObject({ reason: "drifted" });
    await poll({});
    await poll({});
    expect(told(house).slice(2)).toEqual(["source.recovered drifted"]);
  });

  test("is counted anew after a poll that went well or failed otherwise", async () => {
    const { house, poll } = houseOf();
    const fails = misfit("data[].Code");
    for (const between of [{}, { fails: new Failure("timeout", "no answer") }, { fails: misfit("data") }]) {
      await poll({ fails });
      await poll({ fails });
      await poll(between);
    }
    await poll({ fails });
    await poll({ fails });
    expect(told(house).filter((line) => line.includes("drifted"))).toEqual([]);
  });

  test("is counted over a restart", async () => {
    const first = houseOf();
    const fails = misfit("data[].Code");
    await first.poll({ fails });
    await first.poll({ fails });
    first.house.stop();
    const second = houseOf(first.house.path);
    await second.poll({ fails });
    expect(told(second.house)).toEqual(["source.failed malformed", "source.drifted drifted"]);
    second.house.stop();
    const third = houseOf(first.house.path);
    await third.poll({ fails });
    expect(told(third.house)).toHaveLength(2);
  });

  test("that is no misfit never becomes drift", async () => {
    const { house, poll } = houseOf();
    for (let polls = 0; polls < 5; polls++)
      await poll({ fails: new Failure("malformed", "the answer is not JSON") });
    expect(told(house)).toEqual(["source.failed malformed"]);
  });

  test("in one part is counted for that part, and names it", async () => {
    const { house, poll } = houseOf();
    const part = (scope: string) => ({ failures: [{ scope, failure: misfit("comments items[].part") }] });
    await poll(part("7203"));
    await poll(part("6758"));
    await poll(part("7203"));
    await poll(part("7203"));
    expect(told(house)).toEqual(["source.failed malformed"]);
    await poll(part("7203"));
    expect(told(house)).toEqual(["source.failed malformed", "source.drifted drifted"]);
    expect(house.events().at(-1)?.data.now.message).toMatch(/^7203: /);
  });

  test("counts on where the other parts come to fail as well", async () => {
    const { house, poll } = houseOf();
    const failure = misfit("comments items[].part");
    await poll({ failures: [{ scope: "7203", failure }] });
    await poll({ fails: failure });
    await poll({ failures: [{ scope: "7203", failure }] });
    expect(told(house)).toEqual(["source.failed malformed", "source.drifted drifted"]);
  });
});

describe("a refused fresh token", () => {
  const refused = new Failure("drifted", "400 to a fresh token", { status: 400 });

  test("is drift at once", async () => {
    const { house, poll } = houseOf();
    await poll({ fails: refused });
    await poll({ fails: refused });
    expect(told(house)).toEqual(["source.drifted drifted"]);
  });

  test("is told as drift also where the outage began otherwise", async () => {
    const { house, poll } = houseOf();
    await poll({ fails: new Failure("timeout", "no answer") });
    await poll({ fails: refused });
    await poll({ fails: refused });
    expect(told(house)).toEqual(["source.failed timeout", "source.drifted drifted"]);
  });
});

const field = (path: string) => ({ path, found: "a number" });
const record = (id: string): BadRecord => ({
  id,
  known: { code: "7203" },
  places: [{ path: "data[].ShrtOut", expected: "a number", found: "text of 3 characters" }],
  sample: `{ Code: "${id}" }`,
});

describe("unknown fields", () => {
  const seen = (...paths: string[]) => ({
    oddities: { unknownFields: paths.map(field), badRecords: [] },
  });

  test("are told once ever, all new ones of a poll together, also over a restart", async () => {
    const first = houseOf();
    await first.poll(seen("data[].A", "data[].B"));
    await first.poll(seen("data[].A", "data[].B"));
    await first.poll(seen());
    first.house.stop();
    const { house, poll } = houseOf(first.house.path);
    await poll(seen("data[].A", "data[].C"));
    expect(told(house)).toEqual(["source.drifted unknown-fields", "source.drifted unknown-fields"]);
    const [one, two] = house.events().map(({ data }) => data.now);
    expect(one).toMatchObject({ items: 2 });
    expect(one?.places).toEqual([
      { path: "data[].A", expected: "nothing", found: "a number" },
      { path: "data[].B", expected: "nothing", found: "a number" },
    ]);
    expect(two?.message).toContain("data[].C (a number)");
    expect(two?.message).not.toContain("data[].A");
  });

  test("are no outage", async () => {
    const { house, poll } = houseOf();
    await poll(seen("data[].A"));
    expect(house.store.outage("margin-alerts")).toBeNull();
  });

  test("made up anew at every poll are told no further than a bound", async () => {
    const { house, poll } = houseOf();
    for (let polls = 0; polls < 8; polls++)
      await poll(seen(...Array.from({ length: 100 }, (_, n) => `data[].K${polls}x${n}`)));
    expect(told(house)).toHaveLength(5);
  });
});

describe("bad records", () => {
  const seen = (...ids: string[]) => ({ oddities: { unknownFields: [], badRecords: ids.map(record) } });

  test("are told once while they stay, also over a restart, with place and sample", async () => {
    const first = houseOf();
    await first.poll(seen("1"));
    await first.poll(seen("1"));
    first.house.stop();
    const { house, poll } = houseOf(first.house.path);
    await poll(seen("1"));
    await poll(seen("1", "2"));
    expect(told(house)).toEqual(["source.drifted bad-records", "source.drifted bad-records"]);
    expect(house.events()[0]?.data.now).toMatchObject({
      items: 1,
      places: [{ path: "data[].ShrtOut", expected: "a number", found: "text of 3 characters" }],
      sample: '{ Code: "1" }',
    });
    expect(house.events()[1]?.data.now).toMatchObject({ items: 1, sample: '{ Code: "2" }' });
  });

  test("are told together, with their names and the first five of what is wrong", async () => {
    const { house, poll } = houseOf();
    const bad = (count: number, ofPoll: string, named = false) =>
      Array.from({ length: count }, (_, at) => ({
        ...record(`${ofPoll}-${at}`),
        ...(named && { name: `n${at}` }),
        places: [{ path: `data[].${at}`, expected: "a number", found: "text" }],
      }));
    const seenRecords = (badRecords: BadRecord[]) => ({ oddities: { unknownFields: [], badRecords } });
    await poll(seenRecords(bad(1, "a")));
    await poll(seenRecords(bad(2, "b", true)));
    await poll(seenRecords(bad(6, "c", true)));
    const place = (at: number) => `data[].${at}: expected a number, found text`;
    const places = (count: number) => Array.from({ length: count }, (_, at) => place(at)).join("; ");
    expect(house.events().map(({ data }) => data.now.message)).toEqual([
      `a record could not be read and was set aside: ${places(1)}`,
      `2 records (n0, n1) could not be read and were set aside: ${places(2)}`,
      `6 records (n0, n1, n2, n3, n4 and 1 more) could not be read and were set aside: ${places(5)} and 1 more`,
    ]);
  });

  test("are told again when they come back after weeks", async () => {
    const { house, poll } = houseOf();
    await poll(seen("1"));
    house.clock.ms += 10 * day;
    await poll(seen("1"));
    expect(told(house)).toHaveLength(1);
    house.clock.ms += 20 * day;
    await poll(seen("1"));
    expect(told(house)).toHaveLength(2);
  });
});

test("what is odd is told also while the source is held back", async () => {
  const rewritten = Array.from({ length: 60 }, (_, at) => ({
    type: "margin.alert.corrected" as const,
    source: "/sources/margin-alerts",
    subject: `${at}`,
    rewrites: `${at}`,
    data: { now: { code: `${at}`, shortRatio: 1 }, was: { shortRatio: 2 }, changed: ["shortRatio"] },
  }));
  const oddities = { unknownFields: [field("data[].A")], badRecords: [] };
  const source: Source<null> = {
    name: "margin-alerts",
    poll: async () => ({ answer: null, failures: [], oddities }),
    diff: () => ({ drafts: rewritten, put: [], drop: [], cursor: { seen: true }, covers: 60 }),
  };
  const house = scriptedHouse({ source });
  for (let polls = 1; polls <= 2; polls++) {
    house.tick();
    await until("the commit", () => house.committed.length === polls);
  }
  expect(told(house)).toEqual(["source.quarantined rewritten", "source.drifted unknown-fields"]);
});

test("a poll without anything odd writes no note", async () => {
  const { house, poll } = houseOf();
  await poll({});
  expect(house.store.meta.get("drift.margin-alerts")).toBeUndefined();
});
