/**
 * Commits of a few items on a database alone and on those of writers of clusters, in turn, as a monitor makes them: each
 * is on the log of its cluster before it is in the database.
 */
import { randomUUID } from "node:crypto";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { openAppender } from "../../../src/cluster/appender.ts";
import { connectEngine } from "../../../src/cluster/nats/connect-engine.ts";
import { databaseFormat } from "../../../src/store/database.ts";
import { openStore, type Store } from "../../../src/store/store.ts";
import { plainWrite } from "../../../src/store/write.ts";
import { batch, entry, noon, sourceWrite } from "../../store/batches.ts";

const [, , program = "", three = "", one = ""] = process.argv;
const rounds = Number(process.env.ROUNDS ?? 400);
const folder = mkdtempSync(join(tmpdir(), "yagura-bench-"));
const closers: (() => unknown)[] = [];

async function clustered(name: string, addresses: string): Promise<Store> {
  const nats = addresses.split(",");
  const settings = { nats, name, replicas: nats.length === 3 ? (3 as const) : (1 as const) };
  const engine = await connectEngine(settings);
  const epoch = randomUUID();
  await engine.epochs.begin(epoch, 0);
  const position = 0;
  const appender = await openAppender(settings, epoch, {
    position,
    term: 1,
    format: databaseFormat,
    program,
  });
  closers.push(appender.close, engine.close);
  const append = (write: Parameters<typeof plainWrite>[0]) => appender.append(plainWrite(write));
  const journal = { append, placed: () => {}, undone: () => {} };
  const store = openStore(join(folder, name), { now: () => noon, epoch: () => epoch, journal });
  closers.push(store.close);
  return store;
}

const note = "x".repeat(300);

/** A poll that found ten things: some 4 KB. */
const poll = (round: number) =>
  batch({
    source: sourceWrite({
      cursor: { round },
      put: Array.from({ length: 10 }, (_, at) => ({ scope: "", key: `k${at}`, body: { round, note } })),
    }),
    entries: Array.from({ length: 10 }, (_, at) =>
      entry(round * 10 + at + 1, { data: { now: { code: "9901", note } } }),
    ),
  });

const alone = openStore(join(folder, "alone"), { now: () => noon });
closers.push(alone.close);
const stores = [
  ["alone", alone],
  ["three servers that sync", await clustered("three", three)],
  ["one server that syncs", await clustered("one", one)],
] as const;
const times = new Map<string, number[]>(stores.map(([name]) => [name, []]));
for (let round = 0; round < rounds; round += 1) {
  for (const [name, store] of stores) {
    const from = performance.now();
    store.commit(poll(round));
    times.get(name)?.push(performance.now() - from);
  }
}
const quantile = (values: readonly number[], part: number) =>
  [...values].sort((a, b) => a - b)[Math.floor(values.length * part)] ?? 0;
const base = quantile(times.get("alone") ?? [], 0.5);
process.stdout.write(`${rounds} commits of ten items each, in ms\n`);
for (const [name, values] of times) {
  const [p50, p99] = [quantile(values, 0.5), quantile(values, 0.99)];
  const more = (p50 - base).toFixed(2);
  process.stdout.write(`${name.padEnd(24)} p50 ${p50.toFixed(2)} (+${more})  p99 ${p99.toFixed(2)}\n`);
}
const heads = stores.map(([, store]) => store.log.head());
if (new Set(heads).size !== 1) throw new Error(`the databases differ: ${heads.join(", ")}`);
for (const close of closers.reverse()) await close();
rmSync(folder, { recursive: true, force: true });
process.exit(0);
