/** What a cluster is like at a moment, asked of its servers and heard of its machines, and what is wrong with it. */
import { setTimeout as pause } from "node:timers/promises";
import {
  type ClusterEngine,
  type EngineSettings,
  type LogFacts,
  type StoredSnapshot,
  Unconfirmed,
} from "../../cluster/engine.ts";
import { Refused } from "../../lib/problem.ts";
import { hearBeats } from "./beats.ts";
import type { Beat } from "./message.ts";

/** Machines that follow beat once a second. */
const hearMs = 1_200;
const patientMs = 10_000;

export interface ClusterFacts {
  /** Absent: none has begun. */
  readonly epoch?: string;
  /** Absent: there is no such log, or the servers do not answer. */
  readonly log?: LogFacts;
  /** The newest; absent: there is none. */
  readonly snapshot?: StoredSnapshot;
  /** What each machine said last, by their names. */
  readonly machines: readonly Beat[];
  /** Servers that are to keep each message. */
  readonly replicas: number;
  /** Why servers gave no answer. */
  readonly silent?: string;
}

/** Asks `work` of the servers. Where they do not answer in time it answers with the reason. */
export async function withEngine<T>(
  settings: EngineSettings,
  work: (engine: ClusterEngine) => Promise<T>,
): Promise<T | Silent> {
  // Loaded where there is a cluster alone.
  const { connectEngine } = await import("../../cluster/nats/connect-engine.ts");
  let silent = "they cannot be reached";
  const waiting = new AbortController();
  const timer = setTimeout(() => waiting.abort(), patientMs);
  const waits = (reason: string) => {
    silent = reason;
  };
  const engine = await connectEngine(settings, { signal: waiting.signal, waits })
    .catch((error: unknown) => {
      if (waiting.signal.aborted && !(error instanceof Refused)) return undefined;
      throw error;
    })
    .finally(() => clearTimeout(timer));
  if (engine === undefined) return { silent };
  try {
    return await work(engine);
  } catch (error) {
    if (error instanceof Unconfirmed) return { silent: error.message };
    throw error;
  } finally {
    await engine.close();
  }
}

interface Silent {
  /** Why servers gave no answer. */
  readonly silent: string;
}

/**
 * The facts about the newest epoch, or about another one.
 * @param epoch that of the database which is here, for a cluster whose servers have lost everything
 */
export async function surveyCluster(
  engine: ClusterEngine,
  { replicas, epoch }: { readonly replicas: number; readonly epoch: string | undefined },
): Promise<ClusterFacts> {
  const asked = (await engine.epochs.newest())?.epoch ?? epoch;
  if (asked === undefined) return { replicas, machines: [] };
  const heard = new Map<string, Beat>();
  const unhear = hearBeats(engine.talk(asked), (beat) => heard.set(`${beat.name} ${beat.page}`, beat));
  await pause(hearMs);
  unhear();
  const machines = [...heard.values()]
    // One that has just begun to write says where its page is a moment later.
    .filter(
      (one, _, all) => one.page !== "" || all.every(({ name, page }) => name !== one.name || page === ""),
    )
    .toSorted((one, other) => (one.name < other.name ? -1 : 1));
  const common = { epoch: asked, machines, replicas };
  try {
    // Behind the beats: what a machine says that it has the log had before.
    const { log, snapshots } = await engine.open(asked);
    const [facts, snapshot] = [await log.facts(), await snapshots.newest()];
    return { ...common, log: facts, ...(snapshot && { snapshot }) };
  } catch (error) {
    if (error instanceof Unconfirmed) return { ...common, silent: error.message };
    if (error instanceof Refused) return common;
    throw error;
  }
}

/** More is no delay any more. */
const mostBehind = 1_000;

/** What is wrong, in the order in which a person should look at it. */
export type ClusterTrouble =
  | { readonly kind: "silent"; readonly reason: string }
  | { readonly kind: "not-begun" | "no-log" | "no-leader" | "no-writer" }
  | { readonly kind: "two-writers"; readonly machines: readonly string[] }
  | { readonly kind: "short-log"; readonly machine: string; readonly place: number; readonly end: number }
  | { readonly kind: "machine"; readonly machine: string; readonly message: string }
  | { readonly kind: "behind"; readonly machine: string; readonly messages: number }
  | { readonly kind: "same-name"; readonly machine: string }
  | { readonly kind: "versions"; readonly versions: readonly string[] }
  | { readonly kind: "few-servers"; readonly answer: number; readonly replicas: number }
  | { readonly kind: "server-behind"; readonly server: string };

export function troublesOf(facts: ClusterFacts): ClusterTrouble[] {
  const { epoch, log, silent, machines } = facts;
  if (silent !== undefined) return [{ kind: "silent", reason: silent }];
  if (epoch === undefined) return [{ kind: "not-begun" }];
  const writers = machines.filter(({ part }) => part === "writer");
  const names = machines.map(({ name }) => name);
  const twice = [...new Set(names.filter((name, at) => names.indexOf(name) < at))];
  const versions = [...new Set(machines.map(({ version }) => version))];
  return [
    ...(log === undefined ? [{ kind: "no-log" } as const] : ofLog(log, facts)),
    ...(writers.length === 0 ? [{ kind: "no-writer" } as const] : []),
    ...(writers.length > 1
      ? [{ kind: "two-writers", machines: writers.map(({ name }) => name) } as const]
      : []),
    ...twice.map((machine) => ({ kind: "same-name", machine }) as const),
    ...machines.flatMap(({ name: machine, trouble: message }) =>
      message === undefined ? [] : [{ kind: "machine", machine, message } as const],
    ),
    ...(versions.length > 1 ? [{ kind: "versions", versions } as const] : []),
  ];
}

function ofLog(log: LogFacts, { machines, replicas }: ClusterFacts): ClusterTrouble[] {
  const { last, leader, servers, followers } = log;
  return [
    ...(leader === undefined ? [{ kind: "no-leader" } as const] : []),
    ...machines
      .filter(({ place }) => place > last)
      .map(({ name: machine, place }) => ({ kind: "short-log", machine, place, end: last }) as const),
    ...machines
      .map(({ name: machine, place }) => ({ kind: "behind", machine, messages: last - place }) as const)
      .filter(({ messages }) => messages > mostBehind),
    ...(servers.length < replicas
      ? [{ kind: "few-servers", answer: servers.length, replicas } as const]
      : []),
    ...followers
      .filter(({ isCurrent }) => !isCurrent)
      .map(({ name: server }) => ({ kind: "server-behind", server }) as const),
  ];
}
