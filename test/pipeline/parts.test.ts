import { expect, test } from "vitest";
import { Failure } from "../../src/lib/failure.ts";
import type { Polled, Source } from "../../src/sources/source.ts";
import { until } from "../support/until.ts";
import { scriptedHouse } from "./scripted-house.ts";

type Part = number | Failure;

/** Stores each part under its number; notes what was stored when the next part was asked for. */
function partsSource(parts: readonly Part[], seen: (readonly string[])[]): Source<number> {
  const partAt = (index: number, context: Parameters<Source["poll"]>[0]): Polled<number> => {
    const part = parts[index] ?? 0;
    if (part instanceof Failure) throw part;
    const next = async () => {
      seen.push([...context.state.items("").keys()]);
      return index + 1 < parts.length ? partAt(index + 1, context) : undefined;
    };
    return { answer: part, failures: [], next };
  };
  return {
    name: "margin-alerts",
    poll: async (context) => partAt(0, context),
    diff: (part) => ({
      drafts: [],
      put: [{ scope: "", key: String(part), body: part }],
      drop: [],
      cursor: { part },
    }),
  };
}

test("each part of a poll is committed before the next is asked for", async () => {
  const seen: string[][] = [];
  const house = scriptedHouse({ source: partsSource([1, 2, 3], seen) });
  house.tick();
  await until("all parts", () => seen.length === 3);
  expect(seen).toEqual([["1"], ["1", "2"], ["1", "2", "3"]]);
  expect(house.committed).toHaveLength(3);
  expect(house.bugs).toEqual([]);
});

test("a part that fails is a failed poll; those before it stay, and the next tick begins a new poll", async () => {
  const seen: string[][] = [];
  const parts: Part[] = [1, new Failure("timeout", "too slow")];
  const house = scriptedHouse({ source: partsSource(parts, seen) });
  house.tick();
  await until("the failure", () => house.committed.length === 2);
  expect(house.events().map(({ type }) => type)).toEqual(["source.failed"]);
  expect([...house.store.state("margin-alerts").items("").keys()]).toEqual(["1"]);
  parts[1] = 2;
  house.clock.ms += 60_000;
  house.tick();
  await until("both parts", () => house.committed.length === 4);
  expect(house.events().map(({ type }) => type)).toEqual(["source.failed", "source.recovered"]);
});

test("what does not fit counts once for a poll in parts, so that drift is told at the third poll", async () => {
  const misfit = { places: [{ path: "x value", expected: "a number", found: "null" }], sample: "" };
  const failures = [{ scope: "FF", failure: new Failure("malformed", "x: value", { misfit }) }];
  const partAt = (left: number): Polled<number> => ({
    answer: left,
    failures,
    ...(left > 0 && { next: async () => partAt(left - 1) }),
  });
  const house = scriptedHouse({ source: { ...partsSource([], []), poll: async () => partAt(3) } });
  const types = () => house.events().map(({ type }) => type);
  for (const polls of [1, 2, 3]) {
    house.tick();
    await until("all parts", () => house.committed.length === polls * 4);
    expect(types()).toEqual(polls < 3 ? ["source.failed"] : ["source.failed", "source.drifted"]);
    house.clock.ms += 60_000;
  }
});

test("a poll that takes long tells the place that it has reached, every ten seconds at most", async () => {
  const source: Source<number> = {
    ...partsSource([1], []),
    async poll({ progress }) {
      for (let day = 1; day <= 8; day += 1) {
        house.clock.ms += 4_000;
        progress?.(`day ${day} of 8`);
      }
      return { answer: 1, failures: [] };
    },
  };
  const house = scriptedHouse({ source });
  house.tick();
  await until("the poll", () => house.committed.length === 1);
  expect(house.places).toEqual(["margin-alerts: day 3 of 8", "margin-alerts: day 6 of 8"]);
});
