import { expect, test } from "vitest";
import { createLimitNews } from "../../src/files/active-rules.ts";
import type { Change } from "../../src/pipeline/change.ts";
import { createHandClock } from "../support/hand-clock.ts";

const dayMs = 86_400_000;

function news() {
  const clock = createHandClock(1_000);
  const meta = new Map<string, string>();
  const told: Change[] = [];
  const limits = createLimitNews(
    (key) => meta.get(key),
    clock,
    (change) => {
      told.push(change);
      for (const [key, value] of Object.entries(change.batch.meta ?? {})) meta.set(key, value);
    },
  );
  return { clock, limits, told };
}

test("a limit that is reached is told once a day for each rule, not within the commit that reached it", () => {
  const { clock, limits, told } = news();
  const reached = [
    { rule: "a", limit: "keys" as const },
    { rule: "b", limit: "entries" as const },
  ];
  limits.reached(reached);
  expect(told).toEqual([]);
  clock.moveTo(1_000);
  limits.reached(reached);
  clock.moveTo(1_000 + dayMs - 1);
  expect(
    told.flatMap(({ drafts }) => drafts).map(({ type, subject, data }) => [type, subject, data.now.limit]),
  ).toEqual([
    ["rules.limited", "a", "keys"],
    ["rules.limited", "b", "entries"],
  ]);
  clock.moveTo(1_000 + dayMs);
  limits.reached(reached.slice(0, 1));
  clock.moveTo(1_000 + dayMs);
  expect(told.at(-1)?.drafts.map(({ subject }) => subject)).toEqual(["a"]);
});

test("nothing is told of limits once it has stopped", () => {
  const { clock, limits, told } = news();
  limits.reached([{ rule: "a", limit: "keys" }]);
  limits.stop();
  clock.moveTo(2_000);
  expect(told).toEqual([]);
});
