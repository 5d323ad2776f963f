/** What the cluster asks of its engine, on one server of NATS. */
import { randomBytes } from "node:crypto";
import { existsSync, readFileSync, statSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { jetstream, jetstreamManager } from "@nats-io/jetstream";
import { connect } from "@nats-io/transport-node";
import { afterAll, beforeAll, expect, onTestFinished, test } from "vitest";
import { LogGap } from "../../src/cluster/engine.ts";
import { connectEngine } from "../../src/cluster/nats/connect-engine.ts";
import { Refused } from "../../src/lib/problem.ts";
import { errorOf } from "../lib/http/loopback.ts";
import { makeAuthority } from "../support/certificate.ts";
import { type NatsServers, startNats } from "../support/nats.ts";
import { tmpFolder } from "../support/tmp-folder.ts";
import { until } from "../support/until.ts";
import { droppingProxy } from "./dropping-proxy.ts";
import { engineOn, newEpoch, numbered, openEpoch, patientMs, readTo, settingsOf, stamp } from "./engine.ts";

let servers: NatsServers;
beforeAll(async () => {
  servers = await startNats({ servers: 1 });
});
afterAll(() => servers.stop());
const settings = () => settingsOf(servers.addresses);

/** A client that does what no machine of a cluster does. */
async function stranger() {
  const nc = await connect({ servers: [...servers.addresses] });
  onTestFinished(() => nc.close());
  return { nc, js: jetstream(nc), manager: await jetstreamManager(nc) };
}
const short = (epoch: string) => epoch.slice(0, 8);

test("of two that begin an epoch one does, and both find it", async () => {
  const [one, other] = [await engineOn(settings()), await engineOn(settings())];
  const after = (await one.epochs.newest())?.sequence ?? 0;
  const epochs = ["11111111-a", "22222222-b"];
  const began = await Promise.all(
    [one, other].map(({ epochs: all }, at) => all.begin(epochs[at] ?? "", after)),
  );
  expect(began.toSorted()).toEqual([false, true]);
  const newest = { epoch: epochs[began.indexOf(true)], sequence: after + 1 };
  expect([await one.epochs.newest(), await other.epochs.newest()]).toEqual([newest, newest]);
  expect(await one.epochs.begin("33333333-c", after)).toBe(false);
});

test("messages come as they were added, with term and form, and those to come as well", async () => {
  const { log } = await openEpoch(settings());
  const heard: unknown[] = [];
  const stop = new AbortController();
  const reading = (async () => {
    for await (const one of log.read(0, stop.signal)) heard.push(one);
  })();
  for (const n of [1, 2])
    expect(await log.append(n - 1, numbered(n), stamp, patientMs)).toEqual({ stored: n });
  await until("two messages", () => heard.length === 2);
  expect(
    await log.append(2, { ...numbered(3), text: "櫓" } as never, { term: 2, format: 8 }, patientMs),
  ).toEqual({
    stored: 3,
  });
  await until("the third", () => heard.length === 3);
  stop.abort();
  await reading;
  expect(heard).toEqual([
    { sequence: 1, term: 1, format: 7, message: numbered(1) },
    { sequence: 2, term: 1, format: 7, message: numbered(2) },
    { sequence: 3, term: 2, format: 8, message: { ...numbered(3), text: "櫓" } },
  ]);
  expect(await log.end(patientMs)).toMatchObject({ sequence: 3 });
});

test("of two that add behind the same message one is refused, with the end of the log", async () => {
  const { log } = await openEpoch(settings());
  const added = await Promise.all([1, 2].map((n) => log.append(0, numbered(n), stamp, patientMs)));
  expect(added).toContainEqual({ stored: 1 });
  expect(added).toContainEqual({ refused: 1 });
});

test("a message whose answer is lost stands on the log once", async () => {
  const proxy = await droppingProxy(servers.addresses[0] ?? "");
  const { log } = await openEpoch(settingsOf([proxy.address]));
  for (let n = 1; n <= 2; n++) {
    proxy.dropAnswerTo(".log");
    expect(await log.append(n - 1, numbered(n), stamp, patientMs)).toEqual({ stored: n });
  }
  expect(proxy.dropped()).toBe(2);
  expect((await readTo(log, 0, 2)).map(({ message }) => message)).toEqual([1, 2].map(numbered));
});

test("a large message goes in parts and comes whole; parts without their end bring nothing", async () => {
  const { log, epoch } = await openEpoch(settings());
  const large = { kind: "commit", text: "a".repeat(1_200_000) };
  expect(await log.append(0, large, stamp, patientMs)).toEqual({ stored: 3 });
  // A writer that is killed leaves its parts so.
  const { js, nc } = await stranger();
  const { headers } = await import("@nats-io/transport-node");
  const part = headers();
  part.set("Yagura-Id", "somebody");
  part.set("Yagura-Part", "1/2");
  await js.publish(`yagura.${short(epoch)}.log`, "{", { headers: part });
  await nc.flush();
  expect(await log.append(3, large, stamp, patientMs)).toEqual({ refused: 4 });
  expect(await log.append(4, large, stamp, patientMs)).toEqual({ stored: 7 });
  const read = await readTo(log, 0, 7);
  expect(read.map(({ sequence }) => sequence)).toEqual([1, 2, 3, 4, 5, 6, 7]);
  expect(read.flatMap(({ sequence, message }) => (message ? [sequence] : []))).toEqual([3, 7]);
  expect([read[2]?.message, read[6]?.message]).toEqual([large, large]);
  expect(await errorOf(readTo(log, 5, 7))).toMatchObject({ name: "LogGap", reason: "within" });
});

test("what a stranger puts on the log is passed over", async () => {
  const { log, epoch } = await openEpoch(settings());
  const { js } = await stranger();
  await js.publish(`yagura.${short(epoch)}.log`, JSON.stringify(numbered(1)));
  expect(await log.append(1, numbered(2), stamp, patientMs)).toEqual({ stored: 2 });
  expect(await readTo(log, 0, 2)).toEqual([
    { sequence: 1, term: 0, format: 0 },
    { sequence: 2, ...stamp, message: numbered(2) },
  ]);
});

test("a reader is told of what was purged, also where nothing is left, and of a log that ends before it", async () => {
  const { log } = await openEpoch(settings());
  for (const n of [1, 2, 3]) await log.append(n - 1, numbered(n), stamp, patientMs);
  await log.purge(2);
  expect(await log.facts()).toMatchObject({ first: 3, last: 3 });
  const gap = (reason: string, after: number) => ({ name: "LogGap", reason, after });
  expect(await errorOf(readTo(log, 1, 3))).toMatchObject(gap("purged", 1));
  expect((await readTo(log, 2, 3)).map(({ message }) => message)).toEqual([numbered(3)]);
  await log.purge(3);
  expect(await errorOf(readTo(log, 2, 3))).toMatchObject(gap("purged", 2));
  expect(await log.append(3, numbered(4), stamp, patientMs)).toEqual({ stored: 4 });
  const shorter = await errorOf(readTo(log, 9, 10));
  expect(shorter).toBeInstanceOf(LogGap);
  expect(shorter).toMatchObject(gap("shorter", 9));
});

test("facts name the server that leads and the versions of all", async () => {
  const { log } = await openEpoch(settings());
  const facts = await log.facts();
  expect(facts).toMatchObject({ leader: "n1", followers: [], last: 0, syncs: "unknown" });
  expect(facts.servers).toEqual([{ name: "n1", version: expect.stringMatching(/^\d+\.\d+/) }]);
});

test.each([
  { shape: { deny_delete: false }, said: "deny_delete: false, and must have true" },
  { shape: { allow_direct: true }, said: "allow_direct: true, and must have false" },
  { shape: { max_msgs: 1_000 }, said: "max_msgs: 1000, and must have -1" },
  { shape: { storage: "memory" }, said: 'storage: "memory", and must have "file"' },
])("a log that is kept otherwise is refused: $said", async ({ shape, said }) => {
  const engine = await engineOn(settings());
  const epoch = await newEpoch(engine);
  const { manager } = await stranger();
  const stream = `yagura-${short(epoch)}`;
  const { config } = await manager.streams.info(stream);
  await manager.streams.delete(stream);
  await manager.streams.add({ ...config, ...(shape as object) });
  const error = await errorOf(engine.open(epoch));
  expect(error).toBeInstanceOf(Refused);
  expect(error).toMatchObject({ message: `the stream ${stream} of the cluster has ${said}` });
});

test("servers that cannot keep three copies are refused, in their words", async () => {
  expect(await errorOf(engineOn(settingsOf(servers.addresses, 3)))).toMatchObject({
    name: "Refused",
    message: expect.stringMatching(/yagura-epochs.*num_replicas: 1, and must have 3|do not make the stream/),
  });
});

test("a snapshot of 20 MB comes back byte for byte; the newest is the one of the highest sequence", async () => {
  const { snapshots, epoch } = await openEpoch(settings());
  const folder = tmpFolder();
  const [large, small, back] = ["large", "small", "back"].map((name) => join(folder, name)) as [
    string,
    string,
    string,
  ];
  const bytes = randomBytes(20_000_000);
  writeFileSync(large, bytes);
  writeFileSync(small, "small");
  expect(await snapshots.newest()).toBeUndefined();
  const before = Date.now();
  await snapshots.put(1_000, large);
  await snapshots.put(999, small);
  const newest = await snapshots.newest();
  expect(newest).toMatchObject({ sequence: 1_000, bytes: bytes.length });
  expect(newest?.at).toBeGreaterThan(before - 1_000);
  await snapshots.get(1_000, back);
  expect(readFileSync(back).equals(bytes)).toBe(true);
  // A writer that is killed leaves parts of one.
  const { js, manager } = await stranger();
  const bucket = `yagura-${short(epoch)}-snap`;
  await js.publish(`$O.${bucket}.C.killed`, "part");
  await snapshots.drop(1_000);
  expect((await manager.streams.info(`OBJ_${bucket}`)).state.num_subjects).toBe(2);
  expect(await errorOf(snapshots.get(999, small))).toMatchObject({
    message: "the snapshot 999 of the cluster is not there",
  });
  expect(statSync(small).size).toBe(5);
  expect(await snapshots.newest()).toMatchObject({ sequence: 1_000 });
  const nowhere = join(folder, "none", "file");
  expect(await errorOf(snapshots.get(1_000, nowhere))).toMatchObject({ code: "ENOENT" });
  expect(await errorOf(snapshots.put(1_001, nowhere))).toMatchObject({ code: "ENOENT" });
  expect(await snapshots.newest()).toMatchObject({ sequence: 1_000 });
});

test("a snapshot whose bytes are others is refused, and leaves no file", async () => {
  const { snapshots, epoch } = await openEpoch(settings());
  const folder = tmpFolder();
  writeFileSync(join(folder, "file"), randomBytes(300_000));
  await snapshots.put(1, join(folder, "file"));
  const { js, manager } = await stranger();
  const stream = `OBJ_yagura-${short(epoch)}-snap`;
  const first = await manager.streams.getMessage(stream, { seq: 1 });
  await js.publish(first?.subject ?? "", "spoilt");
  expect(await errorOf(snapshots.get(1, join(folder, "back")))).toMatchObject({
    message: "the snapshot 1 of the cluster is spoiled",
  });
  expect(["back", "back.part"].map((name) => existsSync(join(folder, name)))).toEqual([false, false]);
});

test("a beat is heard by all who listen, and what is no JSON by nobody", async () => {
  const { beat, heard, epoch, engine } = await openEpoch(settings());
  const other = await (await engineOn(settings())).open(epoch);
  const [one, two]: [unknown[], unknown[]] = [[], []];
  heard((said) => one.push(said));
  const stop = other.heard((said) => two.push(said));
  const { nc } = await stranger();
  nc.publish(`yagura-${short(epoch)}.alive`, "{");
  await nc.flush();
  beat({ name: "tokyo-1", applied: 7 });
  await until("both", () => one.length > 0 && two.length > 0);
  stop();
  beat({ name: "tokyo-1", applied: 8 });
  await until("the second", () => one.length === 2);
  expect([one, two]).toEqual([[7, 8].map((applied) => ({ name: "tokyo-1", applied })), one.slice(0, 1)]);
  await engine.close();
});

test("the writer answers what is asked; what it refuses, and where it is not, is said", async () => {
  const { answer, epoch } = await openEpoch(settings());
  const other = await (await engineOn(settings())).open(epoch);
  const asked = (question: object) => errorOf(other.ask(question, 2_000));
  expect(await asked({})).toMatchObject({ message: "the cluster has no writer at the moment: try again" });
  const stop = answer(async (question) => {
    const { kind } = question as { kind: string };
    if (kind === "large") return { text: "a".repeat(1_100_000) };
    if (kind === "refused") throw new Refused("no such alert");
    if (kind === "broken") throw new Error("secret");
    return { heard: question };
  });
  await until("the writer", () => other.ask({ kind: "good" }, 2_000).catch(() => undefined));
  expect(await other.ask({ kind: "good" }, 2_000)).toEqual({ heard: { kind: "good" } });
  const said = { refused: "no such alert", large: "the answer is too large for the NATS servers" };
  for (const [kind, message] of Object.entries(said))
    expect(await asked({ kind })).toMatchObject({ message });
  expect(await asked({ kind: "broken" })).toMatchObject({ message: expect.stringMatching(/gave no answer/) });
  expect(await asked({ text: "a".repeat(1_100_000) })).toMatchObject({
    message: expect.stringMatching(/question/),
  });
  stop();
});

test("servers with a certificate are spoken to where it is vouched for, and otherwise waited for", async () => {
  const folder = tmpFolder();
  const { certFile, issue } = makeAuthority(folder);
  const { certFile: cert, keyFile: key } = issue("server");
  const own = await startNats({ servers: 1, more: `tls { cert_file: "${cert}", key_file: "${key}" }` });
  onTestFinished(() => own.stop());
  const nats = own.addresses.map((address) => address.replace("nats:", "tls:"));
  expect(await (await engineOn({ ...settingsOf(nats), ca: certFile })).epochs.newest()).toBeUndefined();
  const stop = new AbortController();
  const waits = (reason: string) => stop.abort(new Error(reason));
  expect(await errorOf(connectEngine(settingsOf(nats), { signal: stop.signal, waits }))).toBeDefined();
  expect(String(stop.signal.reason)).toMatch(/certificate/);
});
