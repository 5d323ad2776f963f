/** Updates of a whole database, too large for one part. */

import { expect, test } from "vitest";
import { atOnce } from "../../../src/lib/turns.ts";
import type { WatchOption } from "../../../src/sources/statistics-updates/events.ts";
import { createStatisticsUpdates } from "../../../src/sources/statistics-updates/index.ts";
import { createMemoryState } from "../memory-state.ts";
import { told } from "../poll-and-commit.ts";
import { createMemoryStatistics } from "./memory-statistics.ts";

const codeOf = (number: number) => `S${String(number).padStart(4, "0")}`;

/** A database whose first sight is stored. */
async function setUp(series: number, watch: readonly WatchOption[] = [{ db: "FF" }], dbs = ["FF"]) {
  const service = createMemoryStatistics();
  for (const db of dbs)
    for (let number = 0; number < series; number += 1)
      service.set(db, codeOf(number), { lastUpdate: "2026-11-18", values: { "2026-11-17": number } });
  const state = createMemoryState();
  const source = createStatisticsUpdates({ watch }, service, () => "2026-11-20");
  const poll = async () => {
    const parts = [];
    const signal = new AbortController().signal;
    let part = await source.poll({ state, signal }).then((first) => first as typeof first | undefined);
    while (part !== undefined) {
      const diff = atOnce(source.diff(part.answer, state));
      state.apply(diff);
      parts.push({ ...diff, toCome: part.toCome });
      part = await part.next?.();
    }
    return parts;
  };
  await poll();
  return { service, poll };
}

test("their parts say how much is still to come, and count all known series once", async () => {
  const { service, poll } = await setUp(600);
  for (let number = 0; number < 320; number += 1)
    service.set("FF", codeOf(number), { lastUpdate: "2026-11-19", values: { "2026-11-17": -1 } });
  const parts = await poll();
  expect(parts.map(({ drafts }) => drafts.length)).toEqual([50, 50, 50, 50, 50, 50, 20]);
  expect(parts.map(({ covers }) => covers)).toEqual([600, 0, 0, 0, 0, 0, 0]);
  expect(parts.map(({ toCome }) => toCome)).toEqual([270, 220, 170, 120, 70, 20, 0]);
  expect((await poll()).flatMap(told)).toEqual([]);
});

test("one of at most a hundred series is one part, told by itself", async () => {
  const { service, poll } = await setUp(600);
  for (let number = 0; number < 100; number += 1)
    service.set("FF", codeOf(number), { lastUpdate: "2026-11-19", values: { "2026-11-17": -1 } });
  const parts = await poll();
  expect(parts).toMatchObject([{ toCome: undefined, covers: 600 }]);
});

test("series that are gone are told part by part, each once", async () => {
  const { service, poll } = await setUp(600);
  for (let number = 0; number < 250; number += 1) service.databases.get("FF")?.delete(codeOf(number));
  const parts = await poll();
  expect(parts.map(({ drafts }) => drafts.length)).toEqual([100, 100, 50]);
  expect(parts.map(({ toCome }) => toCome)).toEqual([0, 0, 0]);
  expect(new Set(parts.flatMap(told)).size).toBe(250);
});

test("a narrower watch beside it is asked and judged with the first part", async () => {
  const { service, poll } = await setUp(600, [{ db: "FF", codes: [codeOf(0)] }, { db: "FF" }]);
  for (let number = 0; number < 220; number += 1)
    service.set("FF", codeOf(number), { lastUpdate: "2026-11-19", values: { "2026-11-17": -1 } });
  const parts = await poll();
  expect(parts.map(({ covers }) => covers)).toEqual([600, 0, 0, 0, 0]);
  expect(parts.flatMap(told)).toHaveLength(220);
});

test("of two databases the series of both are still to come", async () => {
  const watch = [{ db: "FF" }, { db: "CO" }];
  const { service, poll } = await setUp(600, watch, ["FF", "CO"]);
  for (const db of ["FF", "CO"])
    for (let number = 0; number < 120; number += 1)
      service.set(db, codeOf(number), { lastUpdate: "2026-11-19", values: { "2026-11-17": -1 } });
  const parts = await poll();
  expect(parts.map(({ drafts }) => drafts.length)).toEqual([100, 50, 20, 50, 20]);
  expect(parts.map(({ toCome }) => toCome)).toEqual([140, 90, 70, 20, 0]);
  expect(parts.map(({ covers }) => covers)).toEqual([1200, 0, 0, 0, 0]);
});

test("few series are told in parts where their values are many", async () => {
  const { service, poll } = await setUp(600);
  const days = Array.from({ length: 4_000 }, (_, at) => new Date(at * 86_400_000).toISOString().slice(0, 10));
  const values = Object.fromEntries(days.map((day) => [day, 1]));
  for (let number = 0; number < 6; number += 1)
    service.set("FF", codeOf(number), { lastUpdate: "2026-11-19", values });
  const parts = await poll();
  expect(parts.map(({ drafts, toCome }) => [drafts.length, toCome])).toEqual([
    ...[
      [2, 4],
      [2, 2],
      [2, 0],
    ],
  ]);
});
