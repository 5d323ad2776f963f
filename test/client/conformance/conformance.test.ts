/** The conformance kit: a right client passes it, and each of twenty-seven with one mistake fails. */
import { expect, it, test } from "vitest";
import { makeCases } from "./cases.ts";
import { createMistakenClient, type Mistake, mistakes } from "./mistaken-client.ts";
import { playCase } from "./play.ts";

const cases = new Map(makeCases().map((one) => [one.name, one]));
const named = (name: string) => {
  const found = cases.get(name);
  if (found === undefined) throw new Error(`there is no case ${name}`);
  return found;
};

it("has 150 cases, each of its own name", () => {
  expect(cases.size).toBe(makeCases().length);
  expect(cases.size).toBeGreaterThanOrEqual(150);
});

test("a right client passes", async () => {
  const finding = new Set<string>(Object.values(mistakes));
  const asked = process.env.LONG ? [...cases.keys()] : [...finding];
  const failed: string[] = [];
  for (let at = 0; at < asked.length; at += 8)
    await Promise.all(
      asked.slice(at, at + 8).map(async (name) => {
        const verdict = await playCase(named(name), () => createMistakenClient());
        if (verdict.kind !== "passed") failed.push(`${name}: ${JSON.stringify(verdict)}`);
      }),
    );
  expect(failed).toEqual([]);
});

test("each mistake is found", async () => {
  const passed: string[] = [];
  await Promise.all(
    Object.entries(mistakes).map(async ([mistake, name]) => {
      const verdict = await playCase(named(name), () => createMistakenClient(mistake as Mistake), 1_500);
      if (verdict.kind !== "failed") passed.push(mistake);
      else if (process.env.LONG) process.stdout.write(`${mistake}: ${verdict.why}\n`);
    }),
  );
  expect(passed).toEqual([]);
});
