/**
 * A million events over a hundred rules through `yagura backtest` as it ships, beside reading and parsing the same log
 * without judging it; then two sets of rules at once.
 */
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, bench } from "vitest";
import { builtInTypes } from "../../../src/files/event-types.ts";
import { namesOf } from "../../../src/model/event-types.ts";
import { readCommits } from "../../../src/pipeline/replay.ts";
import { openStoreReader } from "../../../src/store/reader.ts";
import { fillLog } from "./fill-log.ts";
import { ruleFile } from "./rules.ts";
import { buildProgram, type Run, runProgram } from "./run-program.ts";

const events = 1_000_000;
const rounds = 3;
const once = { iterations: 1, time: 0, warmupIterations: 0, warmupTime: 0 };
const folder = mkdtempSync(join(tmpdir(), "yagura-bench-"));
const path = join(folder, "yagura.db");
const span = { from: Date.parse("2026-08-22T00:00:00Z"), to: Date.parse("2026-11-20T00:00:00Z") };
const config = join(folder, "monitor.yaml");
const lines: string[] = [];

beforeAll(() => {
  buildProgram();
  mkdirSync(join(folder, "rules"));
  writeFileSync(join(folder, "rules/all.yaml"), ruleFile());
  mkdirSync(join(folder, "old"));
  writeFileSync(join(folder, "old/all.yaml"), ruleFile().replaceAll("cooldown: 1h", "cooldown: 2h"));
  writeFileSync(
    config,
    `sources: {}
rules: rules
state: yagura.db
email: { recipients: { desk: [a@example.com, b@example.com], night: [b@example.com] } }
`,
  );
  fillLog(path, events, span);
}, 600_000);

afterAll(() => {
  rmSync(folder, { recursive: true });
  process.stdout.write(`${lines.join("\n")}\n`);
});

/** The floor: processor time of reading and parsing the log, in seconds. */
function readOnly(): number {
  const reader = openStoreReader(path);
  const start = process.cpuUsage();
  let read = 0;
  const types = new Set<string>(namesOf(builtInTypes));
  for (const { events: some } of readCommits(reader.log, types)) read += some;
  const { user, system } = process.cpuUsage(start);
  reader.close();
  if (read !== events) throw new Error(`${read} entries`);
  return (user + system) / 1e6;
}

function note(name: string, { report, seconds, cpuSeconds, peakMb }: Run, floor: number): void {
  if (report.events !== events) throw new Error(`${report.events} events`);
  lines.push(
    `${name.padEnd(14)} ${seconds.toFixed(1).padStart(6)} s, cpu ${cpuSeconds.toFixed(1).padStart(6)} s, ` +
      `ratio ${(cpuSeconds / floor).toFixed(2)} to reading alone (cpu ${floor.toFixed(1)} s), ` +
      `at most ${peakMb.toFixed(0)} MB; ${report.alerts} alerts, ${report.mails} mails`,
  );
}

const args = ["--config", config, "--since", "2026-08-22T00:00:00Z", "--until", "2026-11-20T00:00:00Z"];

bench(
  "a million events over a hundred rules",
  async () => {
    for (let round = 0; round < rounds; round += 1) {
      const floor = readOnly();
      note("100 rules", await runProgram(args), floor);
    }
  },
  once,
);

bench(
  "the same against a hundred others",
  async () => note("100 and 100", await runProgram([...args, "--against", join(folder, "old")]), readOnly()),
  once,
);
