import { expect, it } from "vitest";
import { mostMs } from "./cpu-time.ts";
import { createRandom, randomExpression } from "./random-expressions.ts";
import { tryExpressions } from "./try-expressions.ts";

it(`50,000 expressions by chance are refused at a place or evaluated, none longer than ${mostMs} ms`, {
  timeout: 300_000,
}, () => {
  const random = createRandom(1);
  const { refused, evaluated } = tryExpressions(50_000, (words) => randomExpression(random, words));
  expect(refused + evaluated).toBe(50_000);
  // A test of expressions that are all refused would show nothing.
  expect(evaluated).toBeGreaterThan(15_000);
});
