/**
 * A disk that is full, read-only or fails, a limit on files: the monitor lives, tells nothing that is not written, says
 * so within five seconds, and goes on by itself.
 */
import { appendFileSync, rmSync, statSync } from "node:fs";
import { dirname, join } from "node:path";
import { expect, test } from "vitest";
import { yagura } from "../support/monitor.ts";
import { until } from "../support/until.ts";
import { type DiskStage, failingCalls, limit, type Ready, setDiskStage, smallDisk } from "./disk-stage.ts";
import { everyTrial, tell, testWhole } from "./trials.ts";

const noticeMs = 5_000;
const recoverMs = 15_000;

interface Fault {
  readonly name: string;
  /** What /readyz calls it; one of these. */
  readonly database: readonly string[];
  /** A break of the product under which the row was seen to fail. */
  readonly failsWith: string;
  readonly data?: () => string | undefined;
  /** Begins it; the answer ends it. */
  begin(stage: DiskStage): Promise<() => Promise<void> | void>;
}

const calls = (name: string, calls: string, error: string, ...database: string[]): Fault => ({
  name,
  database,
  failsWith: "ready without a write",
  begin: (stage) => failingCalls(stage, calls, error),
});

const full: Fault = {
  name: "full disk",
  database: ["full", "failing"],
  failsWith: "ready without a write",
  data: () => smallDisk(16),
  async begin(stage) {
    const filler = join(dirname(stage.state), "filler");
    if (!isSmallDisk(dirname(stage.state))) return failingCalls(stage, "pwrite64", "ENOSPC");
    for (const size of [1 << 20, 1 << 12]) fill(filler, size);
    return () => rmSync(filler);
  },
};

const faults: readonly Fault[] = [
  full,
  calls("read-only disk (EROFS)", "pwrite64,ftruncate", "EROFS", "read-only", "failing"),
  calls("EIO at every write", "pwrite64", "EIO", "failing"),
  calls("EIO at every fsync", "fsync,fdatasync", "EIO", "failing"),
  calls("EDQUOT at every write", "pwrite64", "EDQUOT", "full", "failing"),
  {
    name: "limit of a file's size",
    database: ["full", "failing"],
    failsWith: "ready without a write",
    async begin({ pid, state, monitor }) {
      limit(pid(), `fsize=${statSync(`${state}-wal`).size}:`);
      return () => {
        if (monitor().process.signalCode === null) limit(pid(), "fsize=unlimited:");
      };
    },
  },
];

/** So that `npm test` has one of them. */
const tried = everyTrial ? faults : [full];

test.for(tried)("$name: lives, tells nothing unwritten, says so, and recovers", async (fault, context) => {
  const stage = await setDiskStage(fault.data?.());
  const end = await fault.begin(stage);
  const noticedMs = await stage.isReady(false, noticeMs);
  const { database } = await stage.ready();
  await until("a source that is not ok", async () => reasonOf(await stage.ready()) === "unwritten");
  const listed = JSON.parse((await yagura(["sources", "--json", "--config", stage.config])).stdout);
  await end();
  const wellMs = await stage.isReady(true, recoverMs);
  const outcome = await stage.outcome();
  const alive = stage.monitor().process.exitCode === null;
  tell(context, {
    fault: fault.name,
    tried: 1,
    ...outcome,
    shown: `noticed in ${noticedMs} ms, well again in ${wellMs} ms`,
    failsWith: fault.failsWith,
  });
  expect(fault.database).toContain(database);
  expect(listed).toMatchObject([{ source: "forum-comments", state: "failing", reason: "unwritten" }]);
  expect({ ...outcome, alive }).toEqual({ lost: 0, wrong: 0, alive: true });
});

test.for(everyTrial ? faults : [])(
  "$name, and killed in it: a restart tells the rest",
  async (fault, context) => {
    const stage = await setDiskStage(fault.data?.());
    const end = await fault.begin(stage);
    await stage.isReady(false, noticeMs);
    await stage.kill();
    await end();
    await stage.restart();
    const outcome = await stage.outcome();
    tell(context, { fault: `${fault.name}, killed in it`, tried: 1, ...outcome, failsWith: fault.failsWith });
    expect(outcome).toEqual({ lost: 0, wrong: 0 });
  },
);

testWhole("no file handle left: lives, and goes on by itself", async (context) => {
  const stage = await setDiskStage();
  // Below all that are open: whatever is opened next fails.
  limit(stage.pid(), "nofile=10:");
  // Each poll and each mail needs a connection.
  const isFailing = async () =>
    (await stage.ready().catch(() => undefined))?.sources["forum-comments"]?.state !== "ok";
  const began = Date.now();
  await until("a source that is not ok, or no answer", isFailing, noticeMs);
  const noticedMs = Date.now() - began;
  await until("a poll without a handle", () => stage.monitor().log().includes("EMFILE"));
  limit(stage.pid(), "nofile=1024:");
  const wellMs = await stage.isReady(true, recoverMs);
  const outcome = await stage.outcome();
  const alive = stage.monitor().process.exitCode === null;
  tell(context, {
    fault: "no file handle left",
    tried: 1,
    ...outcome,
    shown: `noticed in ${noticedMs} ms, well again in ${wellMs} ms`,
    failsWith: "a poll that fails ends the stream",
  });
  expect({ ...outcome, alive }).toEqual({ lost: 0, wrong: 0, alive: true });
});

function reasonOf({ sources }: Ready): string | undefined {
  return sources["forum-comments"]?.reason;
}

function fill(file: string, size: number): void {
  const bytes = Buffer.alloc(size);
  try {
    for (;;) appendFileSync(file, bytes);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== "ENOSPC") throw error;
  }
}

/** Whether it is a disk of its own, that may be filled. */
function isSmallDisk(folder: string): boolean {
  return statSync(folder).dev !== statSync(dirname(folder)).dev;
}
