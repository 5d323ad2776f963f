/**
 * Days on which services, mail server, disk, clock, process and readers all have their faults, as a seed decides. A day
 * that goes wrong is told with its seed; SEED=123 lives that one again.
 */
import { spawn } from "node:child_process";
import { once } from "node:events";
import { rmSync } from "node:fs";
import { join } from "node:path";
import { createInterface } from "node:readline";
import { afterAll, beforeAll, expect, onTestFinished, test } from "vitest";
import { bundle, bundleEnv } from "../support/bundle.ts";
import { memoryFolder } from "../support/memory-folder.ts";
import type { DayLine } from "./day/child.ts";
import { seedsOf, tell, trialsOf } from "./trials.ts";

const lanes = trialsOf({ quick: 1, all: 2 });
const folder = memoryFolder();
const program = join(folder, "day.cjs");

beforeAll(() => bundle(join(import.meta.dirname, "day/child.ts"), program), 60_000);
afterAll(() => rmSync(folder, { recursive: true }));

async function live(seeds: readonly number[]): Promise<DayLine[]> {
  const child = spawn(process.execPath, [program, ...seeds.map(String)], {
    env: { ...process.env, ...bundleEnv },
    stdio: ["ignore", "pipe", "inherit"],
  });
  onTestFinished(() => void child.kill("SIGKILL"));
  const closed = once(child, "close");
  const lines: DayLine[] = [];
  for await (const line of createInterface({ input: child.stdout })) lines.push(JSON.parse(line));
  await closed;
  return lines;
}

const sum = (days: readonly DayLine[], of: (day: DayLine) => number) =>
  days.reduce((total, day) => total + of(day), 0);

test("whatever goes wrong on a day, each change is told once, and nothing else", async (context) => {
  const seeds = seedsOf(trialsOf({ quick: 2, all: 1_000 }));
  const shares = Array.from({ length: lanes }, (_, lane) =>
    seeds.filter((_, index) => index % lanes === lane),
  );
  const days = (await Promise.all(shares.map(live))).flat();
  const failed = days.filter(({ lost, wrong }) => lost.length + wrong.length > 0);
  const seedsFailed = failed.map(({ seed }) => seed).slice(0, 5);
  tell(context, {
    fault: "a simulated day with faults of every kind",
    tried: seeds.length,
    lost: sum(days, ({ lost }) => lost.length),
    wrong: sum(days, ({ wrong }) => wrong.length),
    shown: `${sum(days, ({ faults }) => faults)} faults, ${sum(days, ({ changes }) => changes)} changes, ${sum(days, ({ entries }) => entries)} entries${failed.length === 0 ? "" : `; SEED=${seedsFailed.join(", ")}`}`,
    failsWith: "an outage told at every failed poll",
  });
  expect(
    failed
      .slice(0, 5)
      .map(({ seed, lost, wrong }) => ({ SEED: seed, lost: lost.slice(0, 5), wrong: wrong.slice(0, 5) })),
  ).toEqual([]);
  expect(days).toHaveLength(seeds.length);
});
