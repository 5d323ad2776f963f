/** A monitor killed at any one system call of its writing: each step is there whole or not at all, as it was said. */
import { copyFileSync, mkdirSync, readFileSync, rmSync, statSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { afterAll, beforeAll, expect, test } from "vitest";
import { openStore } from "../../src/store/store.ts";
import { bundle, bundleEnv } from "../support/bundle.ts";
import { memoryFolder } from "../support/memory-folder.ts";
import { contentOf, openLife, outcomeOf, undisturbed } from "./store-steps.ts";
import { type KillAt, requireStrace, runTraced } from "./strace.ts";
import { tell, trialsOf } from "./trials.ts";

/** All by which SQLite changes or locks its files: a kill at a read leaves what one at the call before it left. */
const calls = ["openat", "pwrite64", "fdatasync", "fsync", "ftruncate", "fcntl", "unlink", "close"];
/** Frames in a WAL at which a commit also makes a checkpoint. */
const fullWalBytes = 1_000 * (4_096 + 24);
const steps = 6;
const most = trialsOf({ quick: 24, all: 10_000 });
const folder = memoryFolder();
const program = join(folder, "child.cjs");
const template = join(folder, "template", "yagura.db");
/** The last step that the template has. */
let begun = 0;
let contents: string[] = [];

beforeAll(async () => {
  requireStrace();
  await bundle(fileURLToPath(new URL("store-steps-child.ts", import.meta.url)), program);
  for (const name of ["template", "calm", "living"]) mkdirSync(join(folder, name));
  const living = join(folder, "living", "yagura.db");
  const life = openLife(living);
  // A few steps before a checkpoint.
  while (begun < 46 || statSync(`${living}-wal`).size < 0.97 * fullWalBytes) life.take(++begun);
  copy(living, template);
  life.close();
  contents = undisturbed(join(folder, "calm", "yagura.db"), begun + steps);
});
afterAll(() => rmSync(folder, { recursive: true }));

/** As it lies on the disk while the store is open. */
function copy(from: string, to: string): void {
  for (const ending of ["", "-wal"]) copyFileSync(from + ending, to + ending);
}

async function lived(name: string, killAt?: KillAt) {
  const home = join(folder, name);
  mkdirSync(home);
  const path = join(home, "yagura.db");
  copy(template, path);
  const ran = await runTraced({
    command: [process.execPath, program, path, String(begun + 1), String(begun + steps)],
    env: bundleEnv,
    calls,
    paths: ["", "-wal", "-shm", "-journal"].map((ending) => path + ending),
    output: join(home, "calls"),
    ...(killAt && { killAt }),
  });
  const trace = readFileSync(join(home, "calls"), "utf8");
  return { ...ran, home, path, trace, said: Number(ran.stdout.trim().split("\n").at(-1) || begun) };
}

/** Every call of a life that nothing disturbs. */
function pointsOf(trace: string): KillAt[] {
  return calls.flatMap((call) => {
    const count = trace.match(new RegExp(`\\b${call}\\(`, "g"))?.length ?? 0;
    return Array.from({ length: count }, (_, index) => ({ call, nth: index + 1 }));
  });
}

test("killed at a system call while it writes, no step is lost, halved or made up", async (context) => {
  const whole = await lived("whole");
  expect(whole.said).toBe(begun + steps);
  const every = pointsOf(whole.trace);
  const points = every.filter((_, at) => (at * most) % every.length < most || most >= every.length);
  const count = { kept: 0, lost: 0, wrong: 0 };
  let killed = 0;
  const kill = async (point: KillAt): Promise<void> => {
    const life = await lived(`${point.call}-${point.nth}`, point);
    if (life.killed) killed += 1;
    // As the next monitor finds it.
    openStore(life.path, { now: () => 0 }).close();
    count[outcomeOf(contentOf(life.path), life.said, contents)] += 1;
    rmSync(life.home, { recursive: true });
  };
  const left = [...points];
  const lane = async (): Promise<void> => {
    for (let point = left.shift(); point !== undefined; point = left.shift()) await kill(point);
  };
  await Promise.all([lane(), lane()]);
  tell(context, {
    fault: "SIGKILL at each system call of commits, a checkpoint, a prune and an opening",
    tried: points.length,
    lost: count.lost,
    wrong: count.wrong,
    shown: `${killed} killed`,
    failsWith: "a batch without a transaction",
  });
  expect(count).toEqual({ kept: points.length, lost: 0, wrong: 0 });
  expect(killed).toBe(points.length);
});
