/**
 * A year by files of the past, in a program of its own: killed at any byte it goes on behind it, and it needs few
 * requests and little memory. LONG=1 has the real size: 95,000 disclosures, a million margin balances.
 */
import { spawn } from "node:child_process";
import { mkdirSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, onTestFinished, test } from "vitest";
import { addDays, jstDay } from "../../../src/model/dates.ts";
import { openHistoryReader } from "../../../src/store/history/history.ts";
import { Random } from "../../support/random.ts";
import { isLong, seed } from "../../support/runs.ts";
import { tmpFolder } from "../../support/tmp-folder.ts";
import { openFileStore, pieceBytes } from "./file-store.ts";

const program = join(import.meta.dirname, "../../../dist/main.js");
const size = isLong
  ? { days: 366, stocks: 4_200, disclosures: 390 }
  : { days: 75, stocks: 200, disclosures: 30 };
const kills = isLong ? 20 : 3;
const mostMb = 700;

interface Ended {
  readonly code: number | null;
  readonly output: string;
  /** Most memory that it had, MB. */
  readonly mostMb: number;
  readonly tookMs: number;
}

/** Fetches in a process, which is killed as soon as this is so. */
async function fetch(config: string, isEnough: () => boolean = () => false): Promise<Ended> {
  const begun = performance.now();
  const args = [program, "history", "fetch", "--config", config, "--since", `${size.days}d`, "--json"];
  const child = spawn(process.execPath, args, { stdio: ["ignore", "pipe", "pipe"] });
  let [output, most] = ["", 0];
  for (const stream of [child.stdout, child.stderr])
    stream.on("data", (text) => {
      output += String(text);
    });
  const look = setInterval(() => {
    most = Math.max(most, memoryOf(child.pid));
    if (isEnough()) child.kill("SIGKILL");
  }, 5);
  const code = await new Promise<number | null>((resolve) => child.once("close", resolve));
  clearInterval(look);
  return { code, output, mostMb: most, tookMs: performance.now() - begun };
}

/** The most memory of a process so far, MB; 0: it is gone. */
function memoryOf(pid: number | undefined): number {
  try {
    const [, kb] = /^VmHWM:\s*(\d+) kB/m.exec(readFileSync(`/proc/${pid}/status`, "utf8")) ?? [];
    return Number(kb ?? 0) / 1_000;
  } catch {
    return 0;
  }
}

async function open() {
  const store = await openFileStore(tmpFolder(), size);
  onTestFinished(store.close);
  const folder = tmpFolder();
  const config = join(folder, "monitor.yaml");
  mkdirSync(join(folder, "rules"));
  writeFileSync(
    config,
    `upstreams:
  market: { url: "${store.url}/v2", apiKey: key, tier: premium }
  forum: { url: "${store.url}/forum" }
  statistics: { url: "${store.url}/statistics" }
sources:
  disclosures: { schedule: "0 * 8-20 * * *" }
  margin: { schedule: "0 0 18 * * *", from: market/markets/margin-interest }
state: yagura.db
rules: rules
`,
  );
  const content = () => {
    const history = openHistoryReader(join(folder, "history.db"));
    try {
      return Object.fromEntries(history.sets().map(({ set, records }) => [set, records]));
    } finally {
      history.close();
    }
  };
  const { disclosures, margin } = store.records(addDays(jstDay(Date.now()), -size.days));
  const wanted = { "market/td/list": disclosures, "market/markets/margin-interest": margin };
  return { store, folder, config, content, wanted };
}

test("a year comes whole by fewer than 100 requests, within 700 MB", async () => {
  const { store, config, content, wanted, folder } = await open();
  const ended = await fetch(config);
  expect([ended.code, ended.output]).toEqual([0, expect.stringContaining('"unused":[]')]);
  expect(content()).toMatchObject(wanted);
  const calls = store.asked.filter((path) => !path.startsWith("/store/"));
  process.stdout.write(
    `${Object.values(content()).join(" + ")} records by ${calls.length} requests and ${store.asked.length - calls.length} downloads, ${Math.round(store.bytes / 1e6)} MB of files, in ${Math.round(ended.tookMs / 1_000)} s, with at most ${Math.round(ended.mostMb)} MB\n`,
  );
  expect(store.asked.length).toBeLessThan(isLong ? 160 : 100);
  expect(calls.length).toBeLessThan(100);
  expect(ended.mostMb).toBeLessThan(mostMb);
  expect(readdirSync(folder)).not.toContain("secret");
});

test("killed at random bytes it goes on behind them, and in the end has all, each once", async () => {
  const { store, folder, config, content, wanted } = await open();
  const random = new Random(seed);
  for (let kill = 0; kill < kills; kill += 1) {
    const until = store.sent() + random.next() * ((2 * store.bytes) / kills / 2);
    await fetch(config, () => store.sent() > until);
    for (const name of readdirSync(folder, { recursive: true }).map(String))
      if (/\.(part|mark|csv\.gz)$/.test(name))
        expect(readFileSync(join(folder, name)).includes("secret"), name).toBe(false);
  }
  const ended = await fetch(config);
  expect([ended.code, ended.output], `SEED=${seed}`).toEqual([0, expect.stringContaining('"failed":[]')]);
  expect(content()).toMatchObject(wanted);
  // What was on its way at a kill is sent again, of as many files as come beside each other.
  expect(store.sent(), `SEED=${seed}`).toBeLessThanOrEqual(store.bytes + kills * 16 * pieceBytes);
  for (const path of ["history.db", "history.db-wal"])
    if (!isLong && readdirSync(folder).includes(path))
      expect(readFileSync(join(folder, path)).includes("secret")).toBe(false);
});
