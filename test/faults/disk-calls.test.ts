/** Each single call on the database's files fails once: what was acknowledged is there, whole, and is told once. */
import { spawnSync } from "node:child_process";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { build } from "esbuild";
import { beforeAll, expect, test } from "vitest";
import { openStore } from "../../src/store/store.ts";
import { tmpFolder } from "../support/tmp-folder.ts";
import { tell, trialsOf } from "./trials.ts";

/** Modules are found from here. */
const root = join(import.meta.dirname, "../..");
/** `npm test` lets every so many-th of them fail. */
const calls = [
  { call: "pwrite64", step: trialsOf({ quick: 67, all: 3 }), failsWith: "told written before the commit" },
  { call: "fsync,fdatasync", step: trialsOf({ quick: 11, all: 1 }), failsWith: "an answer before COMMIT" },
  { call: "ftruncate", step: 1, failsWith: "a failed open that is a bug" },
] as const;
let program = "";

beforeAll(async () => {
  const { outputFiles } = await build({
    entryPoints: [fileURLToPath(new URL("./disk-child.ts", import.meta.url))],
    bundle: true,
    platform: "node",
    format: "cjs",
    write: false,
    external: ["better-sqlite3"],
  });
  program = outputFiles[0]?.text ?? "";
});

interface Trial {
  /** Whether there was such a call. */
  readonly hit: boolean;
  readonly code: number | null;
  readonly lost: number;
  readonly wrong: number;
}

/** The n-th call of this name on one of the files fails with EIO. */
function failing(call: string, n: number): Trial {
  const folder = tmpFolder();
  const path = join(folder, "yagura.db");
  const trace = join(folder, "trace");
  // Every other one is killed where a commit fails; else it commits again.
  const failed = n % 2 === 0 ? "killed" : "again";
  const files = ["", "-wal", "-shm", ".told"].flatMap((ending) => ["-P", `${path}${ending}`]);
  const inject = ["-e", `trace=${call}`, "-e", `inject=${call}:error=EIO:when=${n}`];
  const args = ["-f", "-qq", "-o", trace, ...files, ...inject, process.execPath, "-", path, failed];
  const ran = spawnSync("strace", args, { cwd: root, input: program, encoding: "utf8" });
  if (ran.error) throw new Error(`strace, which test/setup.sh installs, did not run: ${ran.error.message}`);
  const acknowledged = Number(ran.stdout.trim().split("\n").at(-1) || 0);
  const hit = readFileSync(trace, "utf8").includes("INJECTED");
  const store = openStore(path, { now: () => Date.now() });
  const head = store.log.head();
  const state = store.state("margin-alerts");
  const seqs = store.log.read(0, 100).map(({ seq }) => seq);
  const agrees =
    head === 0 ||
    JSON.stringify([state.cursor, state.item("", "last")]) ===
      JSON.stringify([{ last: head }, { last: head }]);
  const holes = seqs.filter((seq, index) => seq !== index + 1).length;
  const { reason } = store.putBack() ?? {};
  store.close();
  const bad = ran.status === 0 || ran.status === 3 ? 0 : 1;
  return {
    hit,
    code: ran.status,
    lost: Math.max(0, acknowledged - head),
    wrong: holes + bad + (agrees ? 0 : 1) + (reason ? 1 : 0),
  };
}

test.for(calls)("$call fails once, at each of its calls", ({ call, step, failsWith }, context) => {
  let tried = 0;
  let [lost, wrong] = [0, 0];
  for (let n = 1; ; n += step) {
    const trial = failing(call, n);
    if (!trial.hit) break;
    tried += 1;
    lost += trial.lost;
    wrong += trial.wrong;
    if (trial.wrong + trial.lost > 0) process.stderr.write(`${call} ${n}: ${JSON.stringify(trial)}\n`);
  }
  tell(context, { fault: `EIO once, at each ${call}`, tried, lost, wrong, failsWith });
  expect([lost, wrong]).toEqual([0, 0]);
  expect(tried).toBeGreaterThan(0);
});
