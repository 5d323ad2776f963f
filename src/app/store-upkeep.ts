/** Upkeep of a running monitor's database: can it be written, what is old in it, when was the monitor at work. */
import { spawn } from "node:child_process";
import { once } from "node:events";
import { accessSync, constants, statfsSync, statSync } from "node:fs";
import { dirname } from "node:path";
import { type Clock, systemClock } from "../lib/clock.ts";
import { createRepeats, type Log } from "../lib/log.ts";
import { StoreError } from "../model/store-faults.ts";
import type { PruneLimits } from "../store/prune.ts";
import type { Store } from "../store/store.ts";
import { runRecordMs } from "../store/tables/meta.ts";
import type { Verified } from "./database/verify-store.ts";

const lookMs = 2_000;
/** A disk with less room than this is asked by a write. */
const scarceBytes = 1_048_576;

export interface StoreWatch {
  /** Resolves with the reason once another file stands in the place of the open one, and has come to rest. */
  readonly displaced: Promise<string>;
  stop(): void;
}

interface Settings {
  readonly log: Pick<Log, "info" | "error">;
  /** Called each time it can be written again. */
  recovered(): void;
  readonly timers?: Pick<Clock, "after">;
}

/**
 * Looks by real time whether a restart would find the database, and whether it can be written. A write that failed is
 * tried again until it goes well, so that "ready" means a write that succeeded.
 */
export function watchStore(
  store: Pick<Store, "path" | "look" | "prove" | "failure">,
  { log, recovered, timers = systemClock }: Settings,
): StoreWatch {
  let told: string | undefined;
  let cancel = (): void => undefined;
  let restingAs = "";
  let displace = (_: string): void => undefined;
  const displaced = new Promise<string>((resolve) => {
    displace = resolve;
  });
  const look = (): void => {
    cancel = timers.after(lookMs, look);
    store.look();
    if (store.failure() || isDoubtful(store.path)) proved(store);
    const failure = store.failure();
    if (failure?.message !== told) {
      if (failure) log.error({ error: failure.message }, "the database cannot be written; nothing is sent");
      else log.info({}, "the database can be written again");
      told = failure?.message;
      if (!failure) recovered();
    }
    const shape = failure?.fault === "replaced" ? shapeOf(store.path) : "";
    if (shape !== "" && shape === restingAs) displace("another database replaced the open one");
    restingAs = shape;
  };
  cancel = timers.after(lookMs, look);
  return { displaced, stop: () => cancel() };
}

function proved(store: Pick<Store, "prove">): void {
  try {
    store.prove();
  } catch (error) {
    if (!(error instanceof StoreError)) throw error;
  }
}

/** Signs that a write would fail, though none was made lately. */
function isDoubtful(path: string): boolean {
  try {
    const { bavail, bsize } = statfsSync(dirname(path));
    accessSync(path, constants.W_OK);
    return bavail * bsize < scarceBytes;
  } catch {
    return true;
  }
}

/** A file that is still being copied changes. */
function shapeOf(path: string): string {
  const facts = statSync(path, { throwIfNoEntry: false });
  return facts === undefined ? "" : `${facts.ino} ${facts.size} ${facts.mtimeMs}`;
}

const everyMs = 10 * 60_000;
/** Between two batches, so that polls and readers get their turn. */
const breathMs = 50;

/**
 * Lets go of history that is older than the retention, a little at a time: at once, then every ten minutes. The answer
 * stops it.
 * @param limits what is too old now
 */
export function startPruning(
  store: Pick<Store, "prune">,
  limits: () => PruneLimits,
  { clock, log }: { clock: Clock; log: Log },
): () => void {
  let cancel: () => void;
  const begins = "old history could not be removed";
  const failures = createRepeats(log, { level: "error", begins, ends: "old history is removed again" });
  const step = (): void => {
    cancel = clock.after(pruneOnce() ? breathMs : everyMs, step);
  };
  const pruneOnce = (): boolean => {
    try {
      const { more } = store.prune(limits());
      failures.ended("", {});
      return more;
    } catch (error) {
      if (!(error instanceof StoreError)) throw error;
      failures.failed("", error.message, { error: error.message });
      return false;
    }
  };
  cancel = clock.after(breathMs, step);
  return () => cancel();
}

/**
 * Keeps on record from when to when the monitor was at work, so that a time without one is known as such later. The
 * answer ends the record of this run.
 */
export function keepRunRecord(
  { runs }: Pick<Store, "runs">,
  { clock, log }: { clock: Clock; log: Log },
): () => void {
  const failures = createRepeats(log, {
    level: "error",
    begins: "that the monitor is at work could not be written",
    ends: "that the monitor is at work is written again",
  });
  const kept = (write: (at: number) => void): void => {
    try {
      write(clock.now());
      failures.ended("", {});
    } catch (error) {
      if (!(error instanceof StoreError)) throw error;
      failures.failed("", error.message, { error: error.message });
    }
  };
  let cancel: () => void;
  const step = (): void => {
    kept(runs.seen);
    cancel = clock.after(runRecordMs, step);
  };
  kept(runs.begin);
  cancel = clock.after(runRecordMs, step);
  return () => {
    cancel();
    kept(runs.seen);
  };
}

// The look at the whole database behind a monitor that has started: in a process of its own, which nobody waits for.

/** Characters of the end of what it said on stderr. */
const longestFault = 1_000;

/** @param program the file that runs `yagura verify`; the answer ends it, and is done when it is gone */
export function verifyBehind(
  program: string,
  { path, damages }: Pick<Store, "path" | "damages">,
  log: Log,
): () => Promise<void> {
  // A monitor that is killed leaves nobody behind who keeps its files open: the pipe of stdin ends with it.
  const child = spawn(process.execPath, [program, "verify", path, "--json", "--no-rules", "--behind"], {
    stdio: ["pipe", "pipe", "pipe"],
  });
  child.stdin.on("error", () => {});
  const lost = (error: string, code?: number) =>
    log.error({ error, ...(code !== undefined && { code }) }, "the database could not be looked at");
  child.on("error", (error) => lost(String(error)));
  let said = "";
  let fault = "";
  child.stdout.setEncoding("utf8").on("data", (text: string) => {
    said += text;
  });
  child.stderr.setEncoding("utf8").on("data", (text: string) => {
    fault = (fault + text).slice(-longestFault);
  });
  child.on("close", (code) => {
    if (code === null) return;
    const verified = code === 0 || code === 1 ? verifiedIn(said) : undefined;
    if (verified === undefined) return lost(fault.trim() || "it gave no answer", code);
    const { ok, entries, damaged } = verified;
    for (const damage of damaged) damages.add(damage);
    log.info({ ok, entries }, "the whole database was looked at");
  });
  const closed = once(child, "close").catch(() => {});
  return async () => {
    child.kill();
    // Whoever closes the database last brings all of it into its file.
    await closed;
  };
}

/** Undefined where it is no answer: a process that dies of a fault of its own ends with 1, too. */
function verifiedIn(said: string): Verified | undefined {
  try {
    const verified = JSON.parse(said);
    return Array.isArray(verified?.damaged) ? verified : undefined;
  } catch {
    return undefined;
  }
}
