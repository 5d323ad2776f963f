/** An engine on servers of the tests, and an epoch on it. */
import { randomUUID } from "node:crypto";
import { onTestFinished } from "vitest";
import type {
  ClusterEngine,
  EngineSettings,
  EpochEngine,
  LogRead,
  SharedLog,
} from "../../src/cluster/engine.ts";
import { connectEngine } from "../../src/cluster/nats/connect-engine.ts";

export const stamp = { term: 1, format: 7 };
export const patientMs = 60_000;

export const settingsOf = (nats: readonly string[], replicas: 1 | 3 = 1): EngineSettings => ({
  nats,
  name: "tokyo-1",
  replicas,
});

/** Closed when the test ends. */
export async function engineOn(settings: EngineSettings): Promise<ClusterEngine> {
  const engine = await connectEngine(settings);
  onTestFinished(() => engine.close());
  return engine;
}

/** Begins an epoch of the test's own. */
export async function newEpoch(engine: ClusterEngine): Promise<string> {
  for (;;) {
    const epoch = randomUUID();
    if (await engine.epochs.begin(epoch, (await engine.epochs.newest())?.sequence ?? 0)) return epoch;
  }
}

export async function openEpoch(
  settings: EngineSettings,
): Promise<EpochEngine & { readonly epoch: string; readonly engine: ClusterEngine }> {
  const engine = await engineOn(settings);
  const epoch = await newEpoch(engine);
  return { ...(await engine.open(epoch)), epoch, engine };
}

/** What a log has after a place, up to a sequence. */
export async function readTo(log: SharedLog, after: number, to: number): Promise<LogRead[]> {
  const stop = new AbortController();
  const found: LogRead[] = [];
  if (to === after) return found;
  for await (const one of log.read(after, stop.signal)) {
    found.push(one);
    if (one.sequence >= to) break;
  }
  stop.abort();
  return found;
}

export const numbered = (n: number) => ({ kind: "commit", n });
