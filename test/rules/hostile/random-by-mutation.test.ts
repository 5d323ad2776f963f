import { expect, it } from "vitest";
import { mostMs } from "../../support/cpu-time.ts";
import { runsOf } from "../../support/runs.ts";
import { mutate } from "./mutate.ts";
import { createRandom, randomExpression } from "./random-expressions.ts";
import { tryExpressions } from "./try-expressions.ts";

const count = runsOf({ quick: 1_500, long: 200_000 });

it(`${count} garbled expressions are refused at a place or evaluated, none longer than ${mostMs} ms`, {
  timeout: 900_000,
}, () => {
  const random = createRandom(2);
  let other = "now.code";
  const { refused, evaluated } = tryExpressions(count, (words) => {
    const whole = randomExpression(random, words);
    const garbled = mutate(whole, other, random);
    other = whole;
    return garbled;
  });
  expect(refused + evaluated).toBe(count);
  expect(evaluated).toBeGreaterThan(count / 50);
});
