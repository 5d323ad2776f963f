/**
 * A machine of a cluster: it follows the one that writes, writes where that is gone, and follows again where another one
 * was first. Each part is a monitor of its own, on the same database and the same ports.
 */
import type { ClusterEngine, EngineSettings } from "../../cluster/engine.ts";
import { connectEngine } from "../../cluster/nats/connect-engine.ts";
import { systemClock } from "../../lib/clock.ts";
import { databaseFormat } from "../../store/database.ts";
import type { Monitor, StartParts } from "../monitor.ts";
import type { Shared } from "../shared.ts";
import { newEpochWords } from "./epoch-watch.ts";
import { type EndOfFollowing, startFollowing } from "./following.ts";
import { joinCluster } from "./join.ts";
import type { Machine } from "./machine.ts";
import { type BegunTerm, shareWrites } from "./sharing.ts";

export interface MachineStart {
  readonly settings: EngineSettings;
  /** Whether it ever writes; a gateway does not. */
  readonly mayWrite: boolean;
  /** Starts a monitor that writes. */
  startWriting(parts: StartParts, shared: Shared): Promise<Monitor>;
  /** Ends the wait for servers, or for a cluster to begin. */
  readonly signal: AbortSignal;
}

interface Standing extends MachineStart {
  readonly parts: StartParts;
  readonly engine: ClusterEngine;
}

/** Throws Refused as `startMonitor` does, and where the servers refuse; rejects with the reason of the signal. */
export async function startMachine(parts: StartParts, start: MachineStart): Promise<Monitor> {
  const { log } = parts;
  const { signal } = start;
  const waits = (reason: string) => log.warn({ reason }, "the servers of the cluster do not answer yet");
  const engine = await connectEngine(start.settings, { signal, waits });
  try {
    return await join({ ...start, parts, engine }, false);
  } catch (error) {
    await engine.close();
    throw error;
  }
}

/** @param isSpoiled whether the database that is here is of no use any more */
async function join(standing: Standing, isSpoiled: boolean): Promise<Monitor> {
  const { parts, engine, settings, mayWrite, signal } = standing;
  const { log } = parts;
  const { state } = parts.files.config;
  const asked = { engine, state, mayWrite, isSpoiled, log, signal };
  const joined = await joinCluster(asked).catch(async (error: unknown) => {
    // Nothing is to keep the process that was asked to stop meanwhile.
    if (signal.aborted) await engine.close();
    throw error;
  });
  const { name } = settings;
  const form = { epochs: engine.epochs, format: databaseFormat, clock: systemClock, log };
  return follow(standing, { ...joined, settings, name, mayWrite, ...form });
}

async function follow(standing: Standing, machine: Machine): Promise<Monitor> {
  const { monitor, ended } = await startFollowing(standing.parts, machine);
  let end: EndOfFollowing | undefined;
  let hasTried = false;
  return {
    ...monitor,
    over: ended.then((why) => {
      end = why;
      return wordsOf(why);
    }),
    async stop() {
      await monitor.stop();
      if (end === undefined) await standing.engine.close();
    },
    again() {
      const next = { ...standing, parts: monitor.next() };
      if (end?.kind === "anew") return join(next, true);
      if (end?.kind === "replaced") return join(next, false);
      if (end === undefined || hasTried) return follow(next, machine);
      // Once: where it cannot begin, another machine does.
      hasTried = true;
      return write(next, machine, end);
    },
  };
}

function wordsOf(end: EndOfFollowing): string {
  if (end.kind === "writes") return `this machine writes from now on (term ${end.term})`;
  if (end.kind === "replaced") return newEpochWords;
  return "the database is to be taken anew from the cluster";
}

async function write(standing: Standing, machine: Machine, begun: BegunTerm): Promise<Monitor> {
  const sharing = await shareWrites(machine, begun);
  const monitor = await standing.startWriting(standing.parts, sharing.shared).catch(async (error) => {
    await sharing.close();
    throw error;
  });
  let isOver = false;
  return {
    ...monitor,
    over: monitor.over.then((reason) => {
      isOver = true;
      return reason;
    }),
    async stop() {
      await monitor.stop();
      await sharing.close();
      if (!isOver) await standing.engine.close();
    },
    again() {
      const next = { ...standing, parts: monitor.next() };
      // Also while no server answers: its copy can be read.
      return sharing.isSpoiled() ? join(next, true) : follow(next, machine);
    },
  };
}
