/**
 * The program against an oracle that was written from the reference of rules alone, over random rules and events:
 * `RUNS=5000 SEED=7 npx vitest run test/rules/by-the-book` for many; `reach.long.test.ts` says what they reach.
 */

import { expect, test } from "vitest";
import { conditionMembers } from "../../../src/rules/conditions/index.ts";
import { isLong, runsOf } from "../../support/runs.ts";
import { makers } from "./generate/random-condition.ts";
import { randomRuns, usualSeed } from "./random-runs.ts";
import { type Disagreement, disagreements, type Run } from "./run-cases.ts";

const seed = Number(process.env.SEED ?? (isLong ? Date.now() % 2 ** 31 : usualSeed));
const count = runsOf({ quick: 30, long: 3_000 });
const atOnce = 150;
const timeout = 60_000 + count * 500;

test("the oracle knows every condition, and random rules have it", () => {
  expect(makers.toSorted()).toEqual(conditionMembers.map(({ key }) => key).sort());
});

test("random rules say what the reference promises", { timeout }, async () => {
  let leftOpen = 0;
  const found: Disagreement[] = [];
  for (let from = 0; from < count; from += atOnce) {
    const runs = randomRuns(seed, from, Math.min(from + atOnce, count));
    const settled = runs.filter(({ isLeftOpen }) => !isLeftOpen);
    leftOpen += runs.length - settled.length;
    found.push(...(await disagreements(settled)));
  }
  process.stdout.write(`SEED=${seed} RUNS=${count}, ${leftOpen} of which the reference leaves open\n`);
  const told = found.map(({ rule, test, failure }) =>
    [JSON.stringify(rule), JSON.stringify(test), failure].join("\n"),
  );
  expect(told.join("\n\n")).toBe("");
  expect(leftOpen).toBeLessThan(count / 5);
});

test("a case of which something else is expected disagrees", { timeout }, async () => {
  const wrong: Run[] = [];
  for (let at = 0; wrong.length < 3; at += 1) {
    const [run] = randomRuns(seed, at, at + 1);
    if (!run?.outcomes.some(({ list }) => list === "alerts")) continue;
    wrong.push({ case: run.case, outcomes: run.outcomes.slice(1) });
  }
  const names = (await disagreements(wrong)).map(({ name }) => name);
  expect(names).toEqual(wrong.map(({ case: { name } }) => name));
});
