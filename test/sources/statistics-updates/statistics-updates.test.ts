import { describe, expect, test } from "vitest";
import type { WatchOption } from "../../../src/sources/statistics-updates/events.ts";
import { createStatisticsUpdates } from "../../../src/sources/statistics-updates/index.ts";
import { createMemoryState } from "../memory-state.ts";
import { pollAndCommit, told } from "../poll-and-commit.ts";
import { createMemoryStatistics } from "./memory-statistics.ts";

function setUp(...watch: WatchOption[]) {
  const service = createMemoryStatistics();
  const time = { today: "2026-11-20" };
  const source = createStatisticsUpdates({ watch }, service, () => time.today);
  const state = createMemoryState();
  const poll = () => {
    service.calls = [];
    return pollAndCommit(source, state);
  };
  return { service, time, state, source, poll };
}

const values = { "2026-11-18": 1.25, "2026-11-19": null };

describe("series watched by code", () => {
  const watch = { db: "FM01", codes: ["A", "B"] };

  test("are baselined one by one and asked for in one call at every poll", async () => {
    const { service, poll } = setUp(watch);
    service.set("FM01", "A", { values });
    service.set("FM01", "B", { values });
    expect(await poll()).toMatchObject({ drafts: [], baselined: { items: 2, scopes: ["FM01/A", "FM01/B"] } });
    expect((await poll()).put).toEqual([]);
    expect(service.calls).toEqual(["code FM01 A,B"]);
  });

  test("tell new periods and nulls that became numbers as an update, oldest first", async () => {
    const { service, poll } = setUp(watch);
    service.set("FM01", "A", { values });
    service.set("FM01", "B", { values });
    await poll();
    service.set("FM01", "A", {
      lastUpdate: "2026-11-20",
      values: { ...values, "2026-11-20": 1.35, "2026-11-19": 1.3, "2026-11-21": null },
    });
    const { drafts } = await poll();
    expect(drafts).toEqual([
      {
        type: "statistics.series.updated",
        source: "/sources/statistics-updates",
        subject: "FM01/A",
        published: "2026-11-20",
        occurred: "2026-11-20",
        data: {
          now: {
            db: "FM01",
            code: "A",
            name: "Series A",
            unit: "percent",
            frequency: "DAILY",
            period: "2026-11-20",
            value: 1.35,
            added: [
              { period: "2026-11-19", value: 1.3 },
              { period: "2026-11-20", value: 1.35 },
            ],
          },
          was: {
            db: "FM01",
            code: "A",
            name: "Series A",
            unit: "percent",
            frequency: "DAILY",
            period: "2026-11-18",
            value: 1.25,
          },
          changed: ["period", "value", "added"],
        },
      },
    ]);
  });

  test("tell numbers that became other numbers or were withdrawn as a revision, beside the update", async () => {
    const { service, poll } = setUp({ db: "PR01", codes: ["A"] });
    const before = { "2026-08": 101.25, "2026-09": 102.37, "2026-10": 103.5 };
    service.set("PR01", "A", { frequency: "MONTHLY", values: before });
    await poll();
    service.set("PR01", "A", {
      values: { "2026-08": 101.28, "2026-09": null, "2026-10": 103.5, "2026-11": 104.11 },
    });
    const { drafts } = await poll();
    expect(
      drafts.map(({ type, occurred, data }) => [type, occurred, data.now.added ?? data.now.revisions]),
    ).toEqual([
      ["statistics.series.updated", undefined, [{ period: "2026-11", value: 104.11 }]],
      [
        "statistics.series.revised",
        undefined,
        [
          { period: "2026-08", from: 101.25, to: 101.28 },
          { period: "2026-09", from: 102.37 },
        ],
      ],
    ]);
  });

  test("that are only rounded, or begin later than before, tell nothing", async () => {
    const { service, poll } = setUp({ db: "FM01", codes: ["A"] });
    service.set("FM01", "A", { values: { "2026-11-17": 1.111, "2026-11-18": 1.256, "2026-11-19": 1.304 } });
    await poll();
    service.set("FM01", "A", { values: { "2026-11-18": 1.26, "2026-11-19": 1.3 } });
    expect((await poll()).drafts).toEqual([]);
    service.set("FM01", "A", { values: { "2026-11-17": 1.11, "2026-11-18": 1.26, "2026-11-19": 1.31 } });
    expect((await poll()).drafts.map(({ data }) => data.now.revisions)).toEqual([
      [{ period: "2026-11-19", from: 1.304, to: 1.31 }],
    ]);
  });

  test("that lost only their last zeros are told as what they are", async () => {
    const { service, poll } = setUp({ db: "FM01", codes: ["A"] });
    service.set("FM01", "A", { values: { "2026-11-18": 1.24, "2026-11-19": 3.47 } });
    await poll();
    service.set("FM01", "A", { values: { "2026-11-18": 1.2, "2026-11-19": 3.47 } });
    expect(told(await poll())).toEqual(["statistics.series.revised FM01/A"]);
  });

  test("of several frequencies are grouped by the catalogue, which is asked once a day", async () => {
    const { service, time, poll } = setUp(watch);
    service.set("FM01", "A", { values });
    service.set("FM01", "B", { frequency: "MONTHLY", values: { "2026-10": 1 } });
    expect((await poll()).baselined?.items).toBe(2);
    expect(service.calls).toEqual(["code FM01 A,B", "metadata FM01", "code FM01 A", "code FM01 B"]);
    await poll();
    expect(service.calls).toEqual(["code FM01 A", "code FM01 B"]);
    time.today = "2026-11-21";
    await poll();
    expect(service.calls).toContain("metadata FM01");
  });

  test("one that does not exist is named, and the others go on", async () => {
    const { service, poll } = setUp({ db: "FM01", codes: ["A", "NONE"] });
    service.set("FM01", "A", { values });
    const step = await poll();
    expect(step.baselined?.scopes).toEqual(["FM01/A"]);
    expect(step.failures).toMatchObject([
      { scope: "FM01/NONE", failure: { message: expect.stringContaining("NONE") } },
    ]);
  });

  test("one that comes without its data is a failed part and keeps its state", async () => {
    const { service, poll } = setUp(watch);
    for (const code of ["A", "B"])
      service.set("FM01", code, { values: { "2026-11-17": 1, "2026-11-18": 2, "2026-11-19": 3 } });
    await poll();
    service.set("FM01", "A", { values: { "2026-11-17": null, "2026-11-18": null, "2026-11-19": null } });
    const step = await poll();
    expect(step).toMatchObject({
      drafts: [],
      put: [],
      failures: [{ scope: "FM01/A", failure: { reason: "incomplete" } }],
    });
  });

  test("more than one call holds are fetched by frequency when the catalogue says that they changed", async () => {
    const codes = Array.from({ length: 260 }, (_, i) => `S${i}`);
    const { service, poll } = setUp({ db: "FF", codes });
    for (const [i, code] of codes.entries()) {
      service.set("FF", code, {
        frequency: i < 255 ? "QUARTERLY" : "ANNUAL",
        values: { "2026-Q1": 1, "2026-Q2": 2 },
      });
    }
    expect((await poll()).baselined?.items).toBe(260);
    expect(service.calls.map((call) => call.split(",").length)).toEqual([1, 250, 5, 5]);
    service.set("FF", "S7", {
      lastUpdate: "2026-11-20",
      values: { "2026-Q1": 1, "2026-Q2": 2, "2026-Q3": 3 },
    });
    expect(told(await poll())).toEqual(["statistics.series.updated FF/S7"]);
    expect(service.calls).toEqual(["metadata FF", "code FF S7"]);
  });

  test("are written in any case", async () => {
    const { service, poll } = setUp({ db: "fm01", codes: ["a"] });
    service.set("FM01", "A", { values });
    expect((await poll()).baselined?.scopes).toEqual(["FM01/A"]);
  });
});

describe("a whole database", () => {
  function database() {
    const set = setUp({ db: "FM08" });
    for (const code of ["A", "B", "C"]) set.service.set("FM08", code, { values });
    return set;
  }

  test("fetches what is new or was updated, and tells series that come and go", async () => {
    const { service, poll } = database();
    expect((await poll()).baselined).toEqual({ items: 3, scopes: ["FM08"] });
    await poll();
    expect(service.calls).toEqual(["metadata FM08"]);
    service.databases.get("FM08")?.delete("A");
    service.set("FM08", "B", { lastUpdate: "2026-11-20", values: { ...values, "2026-11-20": 2 } });
    service.set("FM08", "D", { lastUpdate: "2026-11-20", values: { "2026-11-20": 4 } });
    const { drafts } = await poll();
    expect(service.calls).toEqual(["metadata FM08", "code FM08 A", "code FM08 B,D"]);
    expect(told({ drafts })).toEqual([
      "statistics.series.removed FM08/A",
      "statistics.series.updated FM08/B",
      "statistics.series.added FM08/D",
    ]);
    expect(drafts[0]?.data.now).toMatchObject({ code: "A", value: 1.25 });
    expect(drafts[2]).toMatchObject({ published: "2026-11-20", data: { now: { code: "D", value: 4 } } });
  });

  test.each([0, 1])("whose catalogue has %s of three series left is a failed poll", async (left) => {
    const { service, poll } = database();
    await poll();
    for (const code of ["A", "B", "C"].slice(left)) service.databases.get("FM08")?.delete(code);
    await expect(poll()).rejects.toMatchObject({ reason: "incomplete" });
  });

  test.each([4, 5, 6, 40])(
    "whose catalogue has half of %s series, which are still there, tells none as removed",
    async (all) => {
      const { service, poll } = setUp({ db: "FM08" });
      for (let code = 0; code < all; code += 1) service.set("FM08", `S${code}`, { values });
      await poll();
      const { metadata } = service;
      service.metadata = async (query, ...rest) =>
        (await metadata(query, ...rest)).slice(0, Math.ceil(all / 2));
      await expect(poll()).rejects.toMatchObject({ reason: "incomplete" });
      service.metadata = metadata;
      expect(told(await poll())).toEqual([]);
      for (const code of ["S0", "S1"]) service.databases.get("FM08")?.delete(code);
      expect(told(await poll())).toEqual([
        "statistics.series.removed FM08/S0",
        "statistics.series.removed FM08/S1",
      ]);
    },
  );

  test("asks again while the data is older than its catalogue, but not for ever", async () => {
    const { service, time, poll } = database();
    await poll();
    service.set("FM08", "A", { lastUpdate: "2026-11-20", dataUpdate: "2026-11-19" });
    await poll();
    await poll();
    expect(service.calls).toEqual(["metadata FM08", "code FM08 A"]);
    time.today = "2026-11-22";
    await poll();
    expect(service.calls).toEqual(["metadata FM08"]);
  });

  test("is asked for in calls of at most 60,000 known points", async () => {
    const { service, state, source, poll } = setUp({ db: "FF" });
    const many = Object.fromEntries(Array.from({ length: 25_000 }, (_, i) => [String(10_000 + i), i]));
    for (const code of ["A", "B", "C"]) service.set("FF", code, { values: many });
    // Each of them is a part of the first sight.
    for (let parts = 0; parts < 3; parts += 1) await poll();
    for (const code of ["A", "B", "C"]) service.set("FF", code, { lastUpdate: "2026-11-20" });
    service.calls = [];
    const signal = new AbortController().signal;
    let part = await source.poll({ state, signal }).then((first) => first as typeof first | undefined);
    while (part !== undefined) part = await part.next?.();
    expect(service.calls).toEqual(["metadata FF", "code FF A,B", "code FF C"]);
  });
});

describe("a layer", () => {
  const watch = { db: "BP01", layer: ["2", "*"], frequency: "D" as const };

  test("is fetched when the catalogue says that something in it changed", async () => {
    const { service, poll } = setUp(watch);
    service.set("BP01", "A", { layers: ["2", "1"], values });
    service.set("BP01", "B", { layers: ["2", "2"], values });
    service.set("BP01", "X", { layers: ["1", "1"], values });
    expect((await poll()).baselined).toEqual({ items: 2, scopes: ["BP01:2,*:D"] });
    service.set("BP01", "X", { lastUpdate: "2026-11-20" });
    await poll();
    expect(service.calls).toEqual(["metadata BP01"]);
    service.set("BP01", "B", { lastUpdate: "2026-11-20", values: { ...values, "2026-11-19": 2 } });
    service.set("BP01", "C", { layers: ["2", "3"], values });
    expect(told(await poll())).toEqual([
      "statistics.series.updated BP01/B",
      "statistics.series.added BP01/C",
    ]);
    service.databases.get("BP01")?.delete("A");
    expect(told(await poll())).toEqual(["statistics.series.removed BP01/A"]);
  });

  test("that comes empty is a failed poll", async () => {
    const { service, poll } = setUp(watch);
    service.set("BP01", "A", { layers: ["1"], values });
    await expect(poll()).rejects.toMatchObject({ reason: "incomplete" });
  });
});

describe("several watches", () => {
  test("tell a series that they share once, by the narrowest", async () => {
    const { service, poll } = setUp(
      { db: "FM08" },
      { db: "FM08", layer: ["1"], frequency: "D" },
      { db: "FM08", codes: ["A"] },
    );
    service.set("FM08", "A", { values });
    service.set("FM08", "B", { layers: ["1"], values });
    service.set("FM08", "C", { layers: ["2"], values });
    expect((await poll()).baselined).toEqual({ items: 3, scopes: ["FM08/A", "FM08:1:D", "FM08"] });
    for (const code of ["A", "B", "C"]) {
      service.set("FM08", code, { lastUpdate: "2026-11-20", values: { ...values, "2026-11-20": 2 } });
    }
    expect(told(await poll())).toEqual([
      "statistics.series.updated FM08/A",
      "statistics.series.updated FM08/B",
      "statistics.series.updated FM08/C",
    ]);
  });

  test("one that fails does not stop the others", async () => {
    const { service, poll } = setUp({ db: "NONE", codes: ["A", "B"] }, { db: "FM01", codes: ["A"] });
    service.set("FM01", "A", { values });
    const step = await poll();
    expect(step.baselined?.scopes).toEqual(["FM01/A"]);
    expect(step.failures).toMatchObject([{ scope: "NONE/A and 1 more" }]);
  });

  test("one that is taken out is forgotten, and a first sight when it is back", async () => {
    const service = createMemoryStatistics();
    service.set("FM01", "A", { values });
    service.set("FM08", "A", { values });
    const state = createMemoryState();
    const both = createStatisticsUpdates(
      { watch: [{ db: "FM01" }, { db: "FM08" }] },
      service,
      () => "2026-11-20",
    );
    const one = createStatisticsUpdates({ watch: [{ db: "FM08" }] }, service, () => "2026-11-20");
    await pollAndCommit(both, state);
    await pollAndCommit(one, state);
    expect(state.items("FM01").size).toBe(0);
    expect((await pollAndCommit(both, state)).baselined?.scopes).toEqual(["FM01"]);
  });
});
