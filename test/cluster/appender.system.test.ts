/** The writer's thread: a turn that waits until its message stands on the log. */
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, expect, onTestFinished, test } from "vitest";
import { type AppenderStart, openAppender } from "../../src/cluster/appender.ts";
import { Fenced, Unconfirmed } from "../../src/cluster/engine.ts";
import { connectEngine } from "../../src/cluster/nats/connect-engine.ts";
import { errorOf } from "../lib/http/loopback.ts";
import { bundle } from "../support/bundle.ts";
import { freePort } from "../support/free-port.ts";
import { startNats } from "../support/nats.ts";
import { until } from "../support/until.ts";
import { engineOn, numbered, openEpoch, patientMs, readTo, settingsOf, stamp } from "./engine.ts";

const folder = mkdtempSync(join(tmpdir(), "yagura-"));
const program = join(folder, "append-thread.js");
beforeAll(() => bundle(join(import.meta.dirname, "../../src/cluster/append-thread.ts"), program));
afterAll(() => rmSync(folder, { recursive: true }));

async function epochOn(options: Parameters<typeof startNats>[0]) {
  const servers = await startNats(options);
  onTestFinished(() => servers.stop());
  const settings = settingsOf(servers.addresses, options.servers);
  const epoch = await openEpoch(settings);
  const appender = async (start: Partial<AppenderStart> = {}) => {
    const opened = await openAppender(settings, epoch.epoch, { position: 0, ...stamp, program, ...start });
    onTestFinished(() => opened.close());
    return opened;
  };
  return { ...epoch, servers, appender };
}

function thrown(call: () => unknown): unknown {
  try {
    call();
  } catch (error) {
    return error;
  }
  return undefined;
}

test("of two writers one adds, and the other is fenced for good", async () => {
  const { log, appender } = await epochOn({ servers: 1 });
  const [one, other] = [await appender(), await appender()];
  expect([one.append(numbered(1)), one.append(numbered(2))]).toEqual([1, 2]);
  const fenced = thrown(() => other.append(numbered(3)));
  expect(fenced).toBeInstanceOf(Fenced);
  expect(fenced).toMatchObject({ last: 2 });
  expect(thrown(() => other.append(numbered(3)))).toBe(fenced);
  // The leader knows of a message behind it, and confirms it no more.
  await until("the other's age", () => other.confirmedMs() > 1_000);
  expect(one.confirmedMs()).toBeLessThan(1_000);
  const large = { kind: "commit", text: "a".repeat(1_200_000) };
  expect([one.append(large), one.append(numbered(4))]).toEqual([5, 6]);
  expect((await readTo(log, 0, 6)).flatMap(({ message }) => (message ? [message] : []))).toEqual([
    ...[1, 2].map(numbered),
    large,
    numbered(4),
  ]);
});

test("where no server answers, an append ends in time, every later one at once, and what waits with the signal", async () => {
  const { log, servers, appender } = await epochOn({ servers: 1 });
  const writer = await appender({ waitMs: 400 });
  expect(writer.append(numbered(1))).toBe(1);
  const stop = new AbortController();
  const engine = await connectEngine(settingsOf(servers.addresses), { signal: stop.signal });
  onTestFinished(() => engine.close());
  await servers.kill(0, "SIGSTOP");
  const newest = errorOf(engine.epochs.newest());
  stop.abort(new Error("enough"));
  expect(await newest).toBe(stop.signal.reason);
  const began = performance.now();
  const error = thrown(() => writer.append(numbered(2)));
  const tookMs = performance.now() - began;
  expect(error).toBeInstanceOf(Unconfirmed);
  expect(tookMs).toBeLessThan(1_000);
  await servers.kill(0, "SIGCONT");
  const again = performance.now();
  expect(thrown(() => writer.append(numbered(3)))).toBe(error);
  expect(performance.now() - again).toBeLessThan(50);
  // The second may stand there or not; nothing else does.
  const { sequence: end } = await log.end(patientMs);
  expect((await readTo(log, 0, end)).map(({ message }) => message)).toEqual(
    [1, 2].slice(0, end).map(numbered),
  );
});

test("a thread that has no servers yet ends with the signal, and what it refuses comes as it is", async () => {
  const settings = settingsOf([`nats://127.0.0.1:${await freePort()}`]);
  const start = { position: 0, ...stamp, program };
  const opened = openAppender(settings, "a", start, AbortSignal.timeout(100));
  expect(await errorOf(opened)).toBeInstanceOf(Unconfirmed);
  const credentials = join(folder, "none.creds");
  expect(await errorOf(openAppender({ ...settings, credentials }, "a", start))).toMatchObject({
    name: "Refused",
    message: `${credentials}: the credentials of the cluster cannot be read`,
  });
});

test("servers that are killed and started again lose, repeat and reorder nothing, for writer and reader", async () => {
  const { log, servers, appender } = await epochOn({ servers: 3, sync: "always" });
  const writer = await appender({ waitMs: patientMs });
  // Servers take seconds to elect.
  const count = process.env.LONG ? 190 : 30;
  const reading = readTo(log, 0, count);
  for (let n = 1; n <= count; n++) {
    const killed = n % 20 === 0 ? servers.names.indexOf((await log.facts()).leader ?? "") : undefined;
    if (killed !== undefined) await servers.kill(killed, "SIGKILL");
    expect(writer.append(numbered(n))).toBe(n);
    if (killed !== undefined) await servers.restart(killed);
  }
  const read = (await reading).map(({ message }) => message);
  expect(read).toEqual(Array.from({ length: count }, (_, at) => numbered(at + 1)));
  const facts = await log.facts();
  expect([facts.leader, ...facts.followers.map(({ name }) => name)].toSorted()).toEqual(servers.names);
});

test("a server that is stopped holds a writer up no longer than it takes to ask another; most of them confirm nothing", async () => {
  const { log, epoch, servers, appender } = await epochOn({ servers: 3 });
  const leader = servers.names.indexOf((await log.facts()).leader ?? "");
  const others = [0, 1, 2].filter((one) => one !== leader);
  const writer = await appender({ waitMs: patientMs });
  expect(writer.append(numbered(1))).toBe(1);
  for (const at of others) {
    await servers.kill(at, "SIGSTOP");
    expect(writer.append(numbered(at + 2)), `server ${at}`).toBeGreaterThan(1);
    await servers.kill(at, "SIGCONT");
  }
  const beside = await engineOn(settingsOf([servers.addresses[leader] ?? ""], 3));
  const { log: byLeader } = await beside.open(epoch);
  await until("a leader that all hear", () => byLeader.isEnd(3, patientMs));
  for (const at of others) await servers.kill(at, "SIGSTOP");
  await until("a leader that nobody hears", async () => !(await byLeader.isEnd(3, patientMs)));
  // It says yet that it leads.
  expect(await byLeader.end(patientMs)).toMatchObject({ sequence: 3 });
});
