import { expect, it } from "vitest";
import { mostMs } from "./cpu-time.ts";
import { mutate } from "./mutate.ts";
import { createRandom, randomExpression } from "./random-expressions.ts";
import { tryExpressions } from "./try-expressions.ts";

it(`50,000 garbled expressions are refused at a place or evaluated, none longer than ${mostMs} ms`, {
  timeout: 300_000,
}, () => {
  const random = createRandom(2);
  let other = "now.code";
  const { refused, evaluated } = tryExpressions(50_000, (words) => {
    const whole = randomExpression(random, words);
    const garbled = mutate(whole, other, random);
    other = whole;
    return garbled;
  });
  expect(refused + evaluated).toBe(50_000);
  expect(evaluated).toBeGreaterThan(1_000);
});
