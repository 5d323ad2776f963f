/** The program against an oracle that was written from docs/rules.md alone. */
import { expect, test } from "vitest";
import { randomCase } from "./generate-case.ts";
import { disagreements } from "./run-cases.ts";

const seed = Number(process.env.SEED ?? 20261122);
const count = Number(process.env.CASES ?? 150);
const atOnce = 250;

test("random rules say what docs/rules.md promises", { timeout: 20_000 + count * 400 }, async () => {
  process.stdout.write(`SEED=${seed} CASES=${count}\n`);
  const cases = Array.from({ length: count }, (_, number) => randomCase(seed, number));
  const found = [];
  for (let from = 0; from < count; from += atOnce) found.push(...(await disagreements(cases.slice(from, from + atOnce))));
  if (process.env.OUT) (await import("node:fs")).writeFileSync(process.env.OUT, JSON.stringify(found, null, 1));
  expect(found.map(({ name, failure }) => `${name}\n${failure}`)).toEqual([]);
});
