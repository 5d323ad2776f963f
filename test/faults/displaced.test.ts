/** The folder of the database goes, comes back, or holds another one, while the monitor runs. */
import { copyFileSync, existsSync, mkdirSync, renameSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import Sqlite from "better-sqlite3";
import { expect, test } from "vitest";
import { readFeed } from "../support/feed-reader.ts";
import { freePort } from "../support/free-port.ts";
import { startMonitor, yagura } from "../support/monitor.ts";
import { tmpFolder } from "../support/tmp-folder.ts";
import { until } from "../support/until.ts";
import { tell, testWhole } from "./trials.ts";

const settings = `
sources:
  forum-comments: { schedule: "* * * * * *", codes: ["7203"] }
rules: rules
state: data/state.db
email: { smtp: "file:outbox", recipients: { desk: [desk@example.com] } }
`;
const rules = `
rules:
  - { name: wrote, on: forum.comment.posted, title: "{{ now.code }}", notify: [email:desk] }
`;

interface Ready {
  readonly ready: boolean;
  readonly database: string;
  readonly error?: string;
  readonly putBack?: { readonly message: string };
  readonly sources: Readonly<Record<string, { readonly state: string; readonly reason?: string }>>;
}

async function running() {
  const folder = tmpFolder();
  mkdirSync(join(folder, "rules"));
  writeFileSync(join(folder, "rules/rules.yaml"), rules);
  const config = join(folder, "monitor.yaml");
  writeFileSync(config, `${settings}feed: { port: ${await freePort()}, heartbeatMs: 500 }\n`);
  const monitor = await startMonitor(config);
  const feed = readFeed(monitor.ready.feed);
  const asked = async (): Promise<{ status: number; answer: Ready }> => {
    const response = await fetch(new URL("readyz", monitor.ready.page));
    return { status: response.status, answer: (await response.json()) as Ready };
  };
  const data = join(folder, "data");
  const state = join(data, "state.db");
  await until("events", () => feed.events.length > 5);
  return { folder, config, monitor, ...feed, asked, data, state };
}

/** How long it takes until /readyz answers so, in ms. */
async function within(ms: number, status: number, asked: () => Promise<{ status: number }>): Promise<number> {
  const began = Date.now();
  const found = async () => (await asked().catch(() => ({ status: 0 }))).status === status;
  await until(`${status} of /readyz`, found, ms);
  return Date.now() - began;
}

/** Events that the database does not have under their number, of all that were told in its epoch. */
function unknownOf(events: readonly { seq: number; event: { id: string } }[], path: string): number {
  const db = new Sqlite(path, { readonly: true });
  const epoch = String(db.prepare("SELECT value FROM meta WHERE key = 'epoch'").pluck().get());
  const ids = new Set(db.prepare("SELECT json_extract(body, '$.id') FROM log").pluck().all());
  db.close();
  return events.filter(({ event }) => event.id.startsWith(epoch) && !ids.has(event.id)).length;
}

test("a state folder that is moved away is noticed, nothing is told meanwhile, and all goes on once it is back", async (context) => {
  const { monitor, folder, config, data, state, events, asked } = await running();
  const away = join(folder, "away");
  renameSync(data, away);
  const before = events.length;
  const noticedMs = await within(5_000, 503, asked);
  const { answer } = await asked();
  const toldMeanwhile = events.length - before;
  const unwritten = async () => (await asked()).answer.sources["forum-comments"]?.reason === "unwritten";
  await until("a source that is not ok", unwritten);
  const health = await yagura(["healthcheck", "--config", config]);
  renameSync(away, data);
  const wellMs = await within(8_000, 200, asked);
  await until("more events", () => events.length > before + 5);
  await until(
    "a source that is ok",
    async () => (await asked()).answer.sources["forum-comments"]?.state === "ok",
  );
  const seqs = events.map(({ seq }) => seq);
  const holes = seqs.filter((seq, index) => seq !== index + 1).length;
  const wrong = unknownOf(events, state);
  tell(context, {
    fault: "state folder moved away and back",
    tried: 1,
    lost: holes,
    wrong,
    shown: `noticed in ${noticedMs} ms, well again in ${wellMs} ms`,
    failsWith: "no look at the place",
  });
  expect([health.code, health.stdout]).toEqual([
    1,
    expect.stringMatching(/^not well\n.*gone while it is open/),
  ]);
  expect(answer).toMatchObject({ ready: false, database: "missing" });
  expect(answer.error).toContain("gone while it is open");
  // What was committed in the moment of the move may still be on its way.
  expect(toldMeanwhile).toBeLessThan(5);
  expect([holes, wrong]).toEqual([0, 0]);
  const lines = monitor
    .log()
    .split("\n")
    .filter((line) => line.includes("the database cannot be written; nothing"));
  expect(lines).toHaveLength(1);
});

testWhole(
  "a state folder that is deleted leaves a monitor that lives, is not ready and tells nothing",
  async (context) => {
    const { monitor, data, frames, events, asked } = await running();
    rmSync(data, { recursive: true });
    const noticedMs = await within(5_000, 503, asked);
    const told = events.length;
    const unwritten = async () => (await asked()).answer.sources["forum-comments"]?.reason === "unwritten";
    await until("a source that is not ok", unwritten);
    const beats = () => frames.filter(({ type }) => type === "heartbeat").length;
    const beaten = beats();
    await until("six heartbeats", () => beats() > beaten + 6);
    const wrong = events.length - told;
    tell(context, {
      fault: "state folder deleted",
      tried: 1,
      lost: 0,
      wrong,
      shown: `noticed in ${noticedMs} ms`,
      failsWith: "no look at the place",
    });
    expect(wrong).toBe(0);
    expect(monitor.process.exitCode).toBeNull();
    expect(existsSync(data)).toBe(false);
  },
);

testWhole(
  "a copy that is put in the place of the open database is taken, and told of as an older one",
  async (context) => {
    const { monitor, state, frames, events, asked } = await running();
    const copy = `${state}.copy`;
    const db = new Sqlite(state, { readonly: true });
    db.prepare("VACUUM INTO ?").run(copy);
    const kept = Number(db.prepare("SELECT max(seq) FROM log").pluck().get());
    db.close();
    await until("what the copy has not", () => (events.at(-1)?.seq ?? 0) > kept + 2);
    copyFileSync(copy, `${copy}.2`);
    renameSync(`${copy}.2`, state);
    for (const ending of ["-wal", "-shm"]) rmSync(`${state}${ending}`, { force: true });
    const noticedMs = await within(5_000, 503, asked);
    const wellMs = await within(20_000, 200, asked);
    const welcomes = () => frames.filter(({ type }) => type === "welcome");
    await until("a reader that came back", () => welcomes().length > 1);
    const epochs = new Set(welcomes().map(({ epoch }) => epoch));
    const resumed = () => frames.filter(({ type }) => type === "subscribed").at(-1);
    await until("its answer", () => resumed()?.recovered === false);
    const before = events.length;
    await until("more events", () => events.length > before + 5);
    const { answer } = await asked();
    const ids = events.map(({ event }) => event.id);
    const wrong = ids.length - new Set(ids).size;
    tell(context, {
      fault: "copy put in the place of the open database",
      tried: 1,
      lost: 0,
      wrong,
      shown: `noticed in ${noticedMs} ms, well again in ${wellMs} ms`,
      failsWith: "the epoch kept",
    });
    expect(wrong).toBe(0);
    expect(epochs.size).toBe(2);
    expect(resumed()).toMatchObject({ recovered: false, gap: { from: 1 } });
    expect(answer.putBack?.message).toContain("though readers received entries up to");
    expect(monitor.process.exitCode).toBeNull();
    expect(unknownOf(events, state)).toBe(0);
  },
);

testWhole("a write-ahead log that is deleted while it is open loses nothing", async (context) => {
  const { state, frames, events, asked } = await running();
  rmSync(`${state}-wal`);
  const noticedMs = await within(5_000, 503, asked);
  const told = events.length;
  const wellMs = await within(20_000, 200, asked);
  await until("more events", () => events.length > told + 5);
  const seqs = events.map(({ seq }) => seq);
  const lost = seqs.filter((seq, index) => seq !== index + 1).length;
  const wrong = unknownOf(events, state);
  tell(context, {
    fault: "write-ahead log deleted while it is open",
    tried: 1,
    lost,
    wrong,
    shown: `noticed in ${noticedMs} ms, well again in ${wellMs} ms`,
    failsWith: "no look at the place",
  });
  expect([lost, wrong]).toEqual([0, 0]);
  expect(new Set(frames.filter(({ type }) => type === "welcome").map(({ epoch }) => epoch)).size).toBe(1);
});
