import { expect, it } from "vitest";
import { mostMs } from "../../support/cpu-time.ts";
import { runsOf } from "../../support/runs.ts";
import { createRandom, randomExpression } from "./random-expressions.ts";
import { tryExpressions } from "./try-expressions.ts";

const count = runsOf({ quick: 1_500, long: 200_000 });

it(`${count} expressions by chance are refused at a place or evaluated, none longer than ${mostMs} ms`, {
  timeout: 900_000,
}, () => {
  const random = createRandom(1);
  const { refused, evaluated } = tryExpressions(count, (words) => randomExpression(random, words));
  expect(refused + evaluated).toBe(count);
  // A test of expressions that are all refused would show nothing.
  expect(evaluated).toBeGreaterThan(count / 3);
});
