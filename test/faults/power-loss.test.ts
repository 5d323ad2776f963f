/** The power goes: what was said to be done is on the disk, whole, whatever became of the writes that were not synced. */
import { mkdirSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { afterAll, beforeAll, expect, test } from "vitest";
import { openStore } from "../../src/store/store.ts";
import { bundle, bundleEnv, type Edit } from "../support/bundle.ts";
import { memoryFolder } from "../support/memory-folder.ts";
import { Random } from "../support/random.ts";
import { type Operation, RecordedDisk, readRecording, recordedCalls, recordedMore } from "./recorded-disk.ts";
import { contentOf, outcomeOf, undisturbed } from "./store-steps.ts";
import { requireStrace, runTraced } from "./strace.ts";
import { seedsOf, tell, trialsOf } from "./trials.ts";

const steps = trialsOf({ quick: 125, all: 400 });
const images = trialsOf({ quick: 60, all: 10_000 });
const folder = memoryFolder();
let contents: string[] = [];

beforeAll(() => {
  requireStrace();
  mkdirSync(join(folder, "calm"));
  contents = undisturbed(join(folder, "calm", "yagura.db"), steps);
});
afterAll(() => rmSync(folder, { recursive: true }));

/** All that a life of the store writes, with the product as it is or broken. */
async function recorded(name: string, edits: readonly Edit[]): Promise<Operation[]> {
  const [home, program, output] = [
    join(folder, name),
    join(folder, `${name}.cjs`),
    join(folder, `${name}.calls`),
  ];
  mkdirSync(home);
  await bundle(fileURLToPath(new URL("store-steps-child.ts", import.meta.url)), program, edits);
  const { stderr } = await runTraced({
    command: [process.execPath, program, join(home, "yagura.db"), "1", String(steps)],
    env: bundleEnv,
    calls: recordedCalls,
    output,
    more: recordedMore,
  });
  const operations = await readRecording(output, home);
  rmSync(output);
  if (operations.findLast(({ kind }) => kind === "said") === undefined) throw new Error(stderr);
  return operations;
}

interface Count {
  kept: number;
  lost: number;
  wrong: number;
  /** Seeds of those that were not kept. */
  readonly seeds: number[];
}

/** Cuts the power at a moment that each seed decides, and opens what is left. */
function cutOften(operations: readonly Operation[], home: string, seeds: readonly number[]): Count {
  const count: Count = { kept: 0, lost: 0, wrong: 0, seeds: [] };
  const cuts = seeds.map((seed) => {
    const dice = new Random(seed);
    return { seed, dice, at: 1 + dice.below(operations.length) };
  });
  const disk = new RecordedDisk();
  let played = 0;
  for (const { seed, dice, at } of cuts.sort((a, b) => a.at - b.at)) {
    for (const operation of operations.slice(played, at)) disk.play(operation);
    played = at;
    const outcome = found(disk.cut(dice), home, disk.said);
    count[outcome] += 1;
    if (outcome !== "kept") count.seeds.push(seed);
  }
  return count;
}

function found(files: ReadonlyMap<string, Buffer>, home: string, said: number): "kept" | "lost" | "wrong" {
  rmSync(home, { recursive: true });
  mkdirSync(home);
  for (const [path, bytes] of files) writeFileSync(path, bytes);
  const path = join(home, "yagura.db");
  try {
    openStore(path, { now: () => 0 }).close();
    return outcomeOf(contentOf(path), said, contents);
  } catch {
    return "wrong";
  }
}

test("of a store that was cut off, all that was said to be done is there, and nothing else", async (context) => {
  const operations = await recorded("whole", []);
  const seeds = seedsOf(images);
  const count = cutOften(operations, join(folder, "whole"), seeds);
  const writes = operations.filter(({ kind }) => kind === "write").length;
  tell(context, {
    fault: "power loss: unsynced writes dropped or torn, in any order",
    tried: seeds.length,
    lost: count.lost,
    wrong: count.wrong,
    shown: `of ${steps} steps with ${writes} writes`,
    failsWith: "synchronous = NORMAL",
  });
  expect({ ...count, seeds: count.seeds.slice(0, 5) }).toEqual({
    kept: seeds.length,
    lost: 0,
    wrong: 0,
    seeds: [],
  });
});

test("a store that does not sync each commit loses some, so the cuts are real", async (context) => {
  const file = "src/store/database.ts";
  const operations = await recorded("normal", [
    { file, from: '"synchronous = FULL"', to: '"synchronous = NORMAL"' },
    { file, from: "{ simple: true }) === 2", to: "{ simple: true }) === 1" },
  ]);
  const seeds = seedsOf(trialsOf({ quick: 12, all: 1_000 }));
  const { lost, wrong } = cutOften(operations, join(folder, "normal"), seeds);
  tell(context, {
    fault: "the same with synchronous = NORMAL, which must lose some",
    tried: seeds.length,
    lost,
    wrong,
    failsWith: "synchronous = FULL",
  });
  expect(lost).toBeGreaterThan(seeds.length / 100);
  expect(wrong).toBe(0);
});
