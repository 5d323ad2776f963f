/** A monitor whose disk a test spoils: a forum that goes on, a mail server, a reader of the feed, and what came of it. */
import { type ChildProcess, execFileSync, spawn } from "node:child_process";
import { once } from "node:events";
import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import Sqlite from "better-sqlite3";
import { onTestFinished } from "vitest";
import { readFeed } from "../support/feed-reader.ts";
import { freePort } from "../support/free-port.ts";
import { type Received, startMailServer } from "../support/mail-server.ts";
import { startMonitor } from "../support/monitor.ts";
import { forumService } from "../support/services/forum.ts";
import { serve } from "../support/services/serve.ts";
import { tmpFolder } from "../support/tmp-folder.ts";
import { until } from "../support/until.ts";

const postMs = 250;
const rules = `
rules:
  - { name: wrote, on: forum.comment.posted, by: [now.part], title: "part {{ now.part }}", notify: [email:desk] }
`;

export interface Ready {
  readonly ready: boolean;
  readonly database: string;
  readonly error?: string;
  readonly sources: Readonly<Record<string, { readonly state: string; readonly reason?: string }>>;
}

/** @param data the folder of the database */
export async function setDiskStage(data = join(tmpFolder(), "data"), heartbeatMs = 500) {
  const folder = tmpFolder();
  mkdirSync(join(folder, "rules"));
  writeFileSync(join(folder, "rules/rules.yaml"), rules);
  const world = { comments: { "7203": [comment(1)] }, rankings: {} };
  const forum = forumService(world, "documented");
  // Each poll needs a connection, and so a file handle, of its own.
  const services = await serve({
    forum: (asked) => {
      const answer = forum(asked);
      return typeof answer === "object"
        ? { ...answer, headers: { ...answer.headers, connection: "close" } }
        : answer;
    },
  });
  onTestFinished(() => services.close());
  const mails = await startMailServer();
  const config = join(folder, "monitor.yaml");
  const state = join(data, "state.db");
  writeFileSync(
    config,
    `
upstreams: { forum: { url: "${services.url}/forum" } }
sources:
  forum-comments: { schedule: "* * * * * *", codes: ["7203"], pageSize: 50 }
rules: rules
state: ${state}
email: { smtp: "${mails.url}", from: y@example.com, recipients: { desk: [desk@example.com] } }
feed: { port: ${await freePort()}, heartbeatMs: ${heartbeatMs} }
`,
  );
  let monitor = await startMonitor(config);
  const feed = readFeed(monitor.ready.feed);
  await until("a baseline", () => feed.events.some(({ event }) => event.type === "source.baselined"));
  const posting = setInterval(
    () => world.comments["7203"].push(comment(world.comments["7203"].length + 1)),
    postMs,
  );
  onTestFinished(() => clearInterval(posting));
  const posted = () => feed.events.filter(({ event }) => event.type === "forum.comment.posted");
  const ready = async (): Promise<Ready> =>
    (
      await fetch(new URL("readyz", monitor.ready.page), { signal: AbortSignal.timeout(2_000) })
    ).json() as never;
  await until("comments", () => posted().length > 5);
  return {
    config,
    state,
    pid: () => monitor.process.pid ?? 0,
    monitor: () => monitor,
    posted,
    /** How often its reader of the feed has come. */
    connects: () => feed.frames.filter(({ type }) => type === "welcome").length,
    ready,
    /** Whether /readyz has answered so, and within which time; it may not answer at all for a while. */
    async isReady(wanted: boolean, ms: number): Promise<number> {
      const began = Date.now();
      await until(
        `ready: ${wanted}`,
        async () => (await ready().catch(() => undefined))?.ready === wanted,
        ms,
      );
      return Date.now() - began;
    },
    kill: () => monitor.stop("SIGKILL"),
    async restart() {
      monitor = await startMonitor(config);
    },
    /** Ends the posting and waits until all of it has come: what is missing, and what came that never was or came twice. */
    async outcome(): Promise<{ lost: number; wrong: number }> {
      clearInterval(posting);
      const parts = world.comments["7203"].map(({ part }) => part).filter((part) => part > 1);
      const told = () => posted().map(({ event }) => Number(event.data.now.part));
      const mailed = () => copiesOf(mails.received);
      const all = () => told().length >= parts.length && mailed().size >= parts.length;
      // A mail whose first attempt met the fault is tried again after a minute.
      await until("the rest", all, 90_000).catch(() => undefined);
      const seqs = feed.events.map(({ seq }) => seq);
      const holes = seqs.filter((seq, index) => seq !== index + 1).length;
      const lost =
        parts.filter((part) => !told().includes(part)).length + Math.max(0, parts.length - mailed().size);
      const twice = told().length - new Set(told()).size;
      const unequal = [...mailed().values()].filter((copies) => copies.size > 1).length;
      return { lost, wrong: holes + twice + unequal + unwritten(feed.events, state) };
    },
  };
}

export type DiskStage = Awaited<ReturnType<typeof setDiskStage>>;

function comment(part: number) {
  return { part, title: "", body: `comment ${part}`, yes: 0, no: 0 };
}

/** The different texts that came under each Message-ID. */
function copiesOf(received: readonly Received[]): Map<string, Set<string>> {
  const copies = new Map<string, Set<string>>();
  for (const { bytes } of received) {
    const text = bytes.toString("latin1");
    const id = /^Message-ID:\s*(\S+)/im.exec(text)?.[1] ?? "";
    copies.set(id, (copies.get(id) ?? new Set()).add(text));
  }
  return copies;
}

/** How many of the events that were told the database does not have. */
function unwritten(events: readonly { event: { id: string } }[], path: string): number {
  const db = new Sqlite(path, { readonly: true });
  const ids = new Set(db.prepare("SELECT json_extract(body, '$.id') FROM log").pluck().all());
  db.close();
  return events.filter(({ event }) => !ids.has(event.id)).length;
}

/** Makes the process's calls on the database's files fail, until the answer is called. */
export const failingCalls = (stage: Pick<DiskStage, "pid" | "state">, calls: string, error: string) =>
  injected(stage, calls, `error=${error}`);

/** Makes each of the process's calls on the database's files take so long, until the answer is called. */
export const slowCalls = (stage: Pick<DiskStage, "pid" | "state">, calls: string, ms: number) =>
  injected(stage, calls, `delay_enter=${ms * 1_000}`);

async function injected(
  { pid, state }: Pick<DiskStage, "pid" | "state">,
  calls: string,
  fault: string,
): Promise<() => Promise<void>> {
  const paths = ["", "-wal", "-shm", ".told"].flatMap((ending) => ["-P", `${state}${ending}`]);
  const inject = ["-e", `trace=${calls}`, "-e", `inject=${calls}:${fault}`];
  const strace = spawn("strace", ["-f", "-p", String(pid()), ...paths, ...inject, "-o", "/dev/null"], {
    stdio: ["ignore", "ignore", "pipe"],
  });
  onTestFinished(() => void strace.kill("SIGKILL"));
  let said = "";
  strace.stderr.setEncoding("utf8").on("data", (text: string) => {
    said += text;
  });
  await until(`strace, which test/setup.sh installs, to attach: ${said}`, () => said.includes("attached"));
  return () => ended(strace);
}

async function ended(process: ChildProcess): Promise<void> {
  // It ends by itself with the process that it watches.
  if (process.exitCode !== null || process.signalCode !== null) return;
  const closed = once(process, "close");
  process.kill("SIGINT");
  await closed;
}

/** Sets a limit of the running process, as `name=soft:hard`; both stay where one is left out. */
export function limit(pid: number, words: string): void {
  execFileSync("prlimit", ["--pid", String(pid), `--${words}`]);
}

/** A disk of its own, of some megabytes; undefined where this user may not mount one. */
export function smallDisk(megabytes: number): string | undefined {
  const folder = tmpFolder();
  try {
    execFileSync("mount", ["-t", "tmpfs", "-o", `size=${megabytes}m,mode=700`, "tmpfs", folder], {
      stdio: "ignore",
    });
  } catch {
    return undefined;
  }
  onTestFinished(() => void execFileSync("umount", ["--lazy", folder]));
  return folder;
}
