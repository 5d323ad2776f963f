/** The compiled program in a process of its own, with a probe in it. */
import { type ChildProcess, execFileSync, fork } from "node:child_process";
import { mkdirSync, mkdtempSync, rmSync, statSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import Sqlite from "better-sqlite3";

export interface Probe {
  readonly p99Ms: number;
  readonly p999Ms: number;
  readonly maxMs: number;
  /** Longest turn in processor time, which other work on the machine does not lengthen. */
  readonly turnCpuMs: number;
  readonly cpuMs: number;
  readonly rssMb: number;
  readonly peakRssMb: number;
}

export interface Probed {
  /** Since the last call. */
  probe(): Promise<Probe>;
}

export interface MeasuredMonitor extends Probed {
  /** Milliseconds from its start to its ready line. */
  readonly readyMs: number;
  /** Address of its feed. */
  readonly feed: string;
  /** Sends a person's decision about the quarantine; answers what the monitor said. */
  decide(decision: "release" | "discard"): Promise<Readonly<Record<string, unknown>>>;
  /** Whether something is in quarantine, or on its way in or out. */
  isHeld(): boolean;
  /** Number of sources whose first sight is told. */
  baselined(): number;
  /** Rows of table items, entries on the log, bytes in the write-ahead log, and whether anything was written at all. */
  written(): { items: number; entries: number; walBytes: number; version: number };
  /** Ends it; the folder stays. */
  stop(): Promise<void>;
}

const root = join(import.meta.dirname, "../../..");

export function buildProgram(): void {
  execFileSync(process.execPath, ["build.mjs"], { cwd: root, stdio: "inherit" });
}

/** @param watch of the statistics source, as the settings have it */
export async function startMeasuredMonitor(statisticsUrl: string, watch: string): Promise<MeasuredMonitor> {
  const folder = mkdtempSync(join(tmpdir(), "yagura-bench-"));
  mkdirSync(join(folder, "rules"));
  writeFileSync(join(folder, "monitor.yaml"), configText(statisticsUrl, watch));
  const monitor = await startMeasuredProgram(folder);
  return {
    ...monitor,
    async stop() {
      await monitor.stop();
      rmSync(folder, { recursive: true });
    },
  };
}

/** @param folder with a monitor.yaml, whose state is yagura.db */
export async function startMeasuredProgram(folder: string): Promise<MeasuredMonitor> {
  const start = performance.now();
  const child = fork(join(root, "dist/main.js"), ["run", "--config", join(folder, "monitor.yaml")], {
    execArgv: ["--v8-pool-size=1", "--import", join(import.meta.dirname, "../loop-probe.mjs")],
    stdio: ["ignore", "pipe", "inherit", "ipc"],
  });
  const ready = await new Promise<{ feed: string }>((resolve, reject) => {
    child.stdout?.once("data", (line) => resolve(JSON.parse(String(line))));
    child.once("exit", (code) => reject(new Error(`the program ended with ${code}`)));
  });
  const readyMs = performance.now() - start;
  const path = join(folder, "yagura.db");
  const reader = new Sqlite(path, { readonly: true });
  const baselined = reader
    .prepare<[], number>("SELECT count(*) FROM log WHERE type = 'source.baselined'")
    .pluck();
  const count = (table: string) => Number(reader.prepare(`SELECT count(*) FROM ${table}`).pluck().get());
  return {
    readyMs,
    feed: ready.feed,
    probe: probing(child),
    async decide(decision) {
      const url = new URL(`/control/sources/${decision}`, ready.feed.replace("ws:", "http:"));
      const response = await fetch(url, {
        method: "POST",
        headers: { "content-type": "application/json" },
        body: JSON.stringify({ source: "statistics-updates" }),
      });
      return (await response.json()) as Record<string, unknown>;
    },
    isHeld: () => count("holds") > 0,
    baselined: () => Number(baselined.get()),
    written: () => ({
      items: count("items"),
      entries: count("log"),
      walBytes: statSync(`${path}-wal`).size,
      version: Number(reader.pragma("data_version", { simple: true })),
    }),
    async stop() {
      reader.close();
      const ended = new Promise((resolve) => child.once("exit", resolve));
      child.kill("SIGTERM");
      await ended;
    },
  };
}

interface FetchRun {
  readonly seconds: number;
  readonly lines: number;
  readonly peakRssMb: number;
}

/**
 * The catalogue of a database by `yagura fetch`, its output counted and thrown away.
 * @param options of the call
 * @param waitMs how long nobody reads the output after its first piece
 */
export async function runFetch(
  statisticsUrl: string,
  db: string,
  options: readonly string[],
  waitMs = 0,
): Promise<FetchRun> {
  const folder = mkdtempSync(join(tmpdir(), "yagura-bench-"));
  writeFileSync(join(folder, "monitor.yaml"), configText(statisticsUrl, `{ db: ${db} }`));
  const words = ["fetch", "statistics", "getMetadata", "--db", db, ...options];
  const start = performance.now();
  const child = fork(join(root, "dist/main.js"), [...words, "--config", join(folder, "monitor.yaml")], {
    execArgv: ["--import", join(import.meta.dirname, "../peak-at-exit.mjs")],
    stdio: ["ignore", "pipe", "ignore", "ipc"],
  });
  let lines = 0;
  let peakRssMb = 0;
  child.stdout?.on("data", (piece: Buffer) => {
    for (const byte of piece) if (byte === 0x0a) lines += 1;
  });
  if (waitMs > 0)
    child.stdout?.once("data", () => {
      child.stdout?.pause();
      setTimeout(() => child.stdout?.resume(), waitMs);
    });
  child.on("message", (peak) => {
    peakRssMb = Number(peak);
  });
  const code = await new Promise((resolve) => child.once("close", resolve));
  rmSync(folder, { recursive: true });
  if (code !== 0) throw new Error(`the fetch ended with ${code}`);
  return { seconds: (performance.now() - start) / 1000, lines, peakRssMb };
}

/** The floor: what the machine does to the event loop of a process that does nothing. */
export function startIdle(): Probed & { stop(): void } {
  const child = fork(join(import.meta.dirname, "../idle.mjs"));
  return { probe: probing(child), stop: () => void child.kill() };
}

function probing(child: ChildProcess): Probed["probe"] {
  return () =>
    new Promise((resolve) => {
      child.once("message", (probe) => resolve(probe as Probe));
      child.send("probe");
    });
}

// The other services are never asked: none of their sources is there.
const configText = (url: string, watch: string) => `
upstreams:
  market: { url: "http://127.0.0.1:9", apiKey: none }
  forum: { url: "http://127.0.0.1:9" }
  # Without its calm: a loop that mostly waits would hide how long it is held up.
  statistics: { url: "${url}", spacing: 0s }
sources:
  statistics-updates: { schedule: "* * * * * *", watch: [${watch}] }
rules: rules
state: yagura.db
log: { level: warn }
email: { smtp: "file:outbox", from: "yagura@localhost", recipients: {} }
feed: { port: 0 }
`;
