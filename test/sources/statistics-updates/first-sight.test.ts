import { expect, test } from "vitest";
import { Failure } from "../../../src/lib/failure.ts";
import { atOnce } from "../../../src/lib/turns.ts";
import type { Polled } from "../../../src/sources/source.ts";
import type { WatchOption } from "../../../src/sources/statistics-updates/events.ts";
import { createStatisticsUpdates } from "../../../src/sources/statistics-updates/index.ts";
import { createMemoryState } from "../memory-state.ts";
import { told } from "../poll-and-commit.ts";
import { createMemoryStatistics } from "./memory-statistics.ts";

const series = 1_300;
const codeOf = (number: number) => `S${String(number).padStart(4, "0")}`;

/** Oddities so far. */
const oddIn = ({ oddities }: Polled<unknown>) => ({
  fields: oddities?.unknownFields.map(({ path }) => path) ?? [],
  records: oddities?.badRecords.map(({ id }) => id) ?? [],
});

function setUp(watch: readonly WatchOption[] = [{ db: "FF" }]) {
  const service = createMemoryStatistics();
  for (let number = 0; number < series; number += 1)
    service.set("FF", codeOf(number), { values: { "2026-11-18": number } });
  const state = createMemoryState();
  const source = createStatisticsUpdates({ watch }, service, () => "2026-11-20");
  const context = { state, signal: new AbortController().signal };
  /** Polls, and commits the parts up to the given number of them; tells what each part said. */
  const poll = async (parts = Number.POSITIVE_INFINITY) => {
    service.calls = [];
    const diffs = [];
    let part = await source.poll(context).then((first) => first as typeof first | undefined);
    while (part !== undefined && diffs.length < parts) {
      const diff = atOnce(source.diff(part.answer, state));
      state.apply(diff);
      diffs.push({ ...diff, failures: part.failures, odd: oddIn(part) });
      part = await part.next?.();
    }
    return diffs;
  };
  return { service, state, source, context, poll };
}

test("the first sight of a large database is stored in parts and told once, with all of its series", async () => {
  const { service, state, poll } = setUp();
  const parts = await poll();
  expect(parts.map(({ put }) => put.length)).toEqual([...Array(5).fill([100, 100, 50]), 50].flat());
  expect(parts.flatMap(({ baselined }) => baselined ?? [])).toEqual([{ items: series, scopes: ["FF"] }]);
  expect(parts.at(-1)?.baselined).toBeDefined();
  expect(parts.flatMap(told)).toEqual([]);
  expect(service.calls.filter((call) => call.startsWith("metadata"))).toHaveLength(1);
  expect(state.items("FF").size).toBe(series);
  expect(state.cursor).toEqual({ scopes: { FF: "" } });
  const [unchanged] = await poll();
  expect(unchanged).toMatchObject({ put: [], drop: [], drafts: [], covers: series });
  expect(unchanged).not.toHaveProperty("baselined");
});

test("one that is cut short goes on where it was, and tells meanwhile what changed", async () => {
  const { service, poll } = setUp();
  await poll(3);
  service.set("FF", codeOf(3), { lastUpdate: "2026-11-20", values: { "2026-11-18": 3, "2026-11-19": 4 } });
  const parts = await poll();
  const asked = service.calls.filter((call) => call.startsWith("code"));
  expect(asked.join(",").split(",")).toHaveLength(series - 250 + 1);
  expect(parts.flatMap(told)).toEqual(["statistics.series.updated FF/S0003"]);
  expect(parts.flatMap(({ baselined }) => baselined?.items ?? [])).toEqual([series]);
});

test("a series that comes after it is told", async () => {
  const { service, poll } = setUp();
  await poll();
  service.set("FF", "NEW", { values: { "2026-11-19": 1 } });
  expect((await poll()).flatMap(told)).toEqual(["statistics.series.added FF/NEW"]);
});

test("a part that was not stored is not passed over", async () => {
  const { source, context, poll } = setUp();
  const first = await source.poll(context);
  expect(await first.next?.()).toBeUndefined();
  expect((await poll()).at(-1)?.baselined?.items).toBe(series);
});

test("a call that fails keeps what was stored before it", async () => {
  const { service, state, poll } = setUp();
  const { dataByCode } = service;
  service.dataByCode = async (query, signal) => {
    if (query.codes.includes(codeOf(700))) throw new Failure("timeout", "too slow");
    return dataByCode(query, signal);
  };
  await expect(poll()).rejects.toMatchObject({ reason: "timeout" });
  expect(state.items("FF").size).toBe(500);
  service.dataByCode = dataByCode;
  expect((await poll()).at(-1)?.baselined?.items).toBe(series);
});

test("series without data are named at every part after them, so that the source stays failing", async () => {
  const { service, poll } = setUp();
  const { dataByCode } = service;
  service.dataByCode = async (query, signal) =>
    (await dataByCode(query, signal)).filter(({ code }) => code !== codeOf(7));
  const parts = await poll();
  expect(parts.map(({ failures }) => failures.map(({ scope }) => scope))).toEqual(
    parts.map(() => [`FF/${codeOf(7)}`]),
  );
  expect(parts.at(-1)?.baselined?.items).toBe(series - 1);
});

test("what was odd in a part is told with it and every part after it, and its series is no failure", async () => {
  const { service, state, poll } = setUp();
  const { dataByCode } = service;
  const odd = codeOf(300);
  service.dataByCode = async (query, signal, oddities) => {
    if (query.codes.includes(odd)) {
      oddities?.unknownField("getDataCode RESULTSET[].NEW", 1);
      oddities?.setAside({ id: "1", known: { code: odd }, places: [], sample: "" });
    }
    return (await dataByCode(query, signal)).filter(({ code }) => code !== odd);
  };
  const parts = await poll();
  const seen = { fields: ["getDataCode RESULTSET[].NEW"], records: ["FF/1"] };
  expect(parts.map((part) => part.odd)).toEqual([
    ...Array(3).fill({ fields: [], records: [] }),
    ...Array(13).fill(seen),
  ]);
  expect(parts.flatMap(({ failures }) => failures)).toEqual([]);
  expect(parts.at(-1)?.baselined?.items).toBe(series - 1);
  expect(state.item("FF", odd)).toBeUndefined();
});

test("series of which no data comes at all do not keep it from its end", async () => {
  const { service, state, poll } = setUp();
  service.set("FF", "EMPTY", { frequency: "MONTHLY", values: { "2026-10": 1 } });
  const { dataByCode } = service;
  service.dataByCode = async (query, signal) =>
    (await dataByCode(query, signal)).filter(({ code }) => code !== "EMPTY");
  const parts = await poll();
  expect(parts.at(-1)).toMatchObject({ baselined: { items: series }, failures: [{ scope: "FF/EMPTY" }] });
  expect(state.cursor).toEqual({ scopes: { FF: "" } });
});

test("of several watches the baseline is told once, when the last is whole, also over a poll that is cut short", async () => {
  const { service, state, poll } = setUp([{ db: "CO", codes: ["A"] }, { db: "FF" }, { db: "GG" }]);
  for (const [db, code] of [
    ["CO", "A"],
    ["GG", "B"],
  ] as const)
    service.set(db, code, { values: { "2026-11-18": 1 } });
  expect((await poll(2)).flatMap(({ baselined }) => baselined ?? [])).toEqual([]);
  const parts = await poll();
  expect(parts.map(({ baselined }) => baselined).slice(0, -1)).not.toContainEqual(expect.anything());
  expect(parts.at(-1)?.baselined?.items).toBe(series + 2);
  expect(parts.at(-1)?.baselined?.scopes.toSorted()).toEqual(["CO/A", "FF", "GG"]);
  expect(state.cursor).toEqual({ scopes: { "CO/A": "", FF: "", GG: "" } });
});
