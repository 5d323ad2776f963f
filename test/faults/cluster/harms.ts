/** What is done to a cluster: kills and pauses of its machines and servers. */
import type { Random } from "../../support/random.ts";
import { until } from "../../support/until.ts";
import type { ClusterStage, Machine } from "./cluster-stage.ts";
import type { LogTap } from "./log-tap.ts";

type Harm = "writer" | "follower" | "gateway" | "server" | "servers";

interface Blow {
  readonly harm: Harm;
  /** How long it stands still, in ms; left out: it is killed. */
  readonly pauseMs?: number;
}

/** What was done when. */
export interface Struck {
  readonly harm: Harm;
  readonly at: number;
  /** The term that the kill of its writer ended. */
  readonly ended?: number;
}

/** The blows of a short trial: one of each kind that the others have most of. */
export const fewBlows: readonly Blow[] = [
  { harm: "writer" },
  { harm: "writer", pauseMs: 3_000 },
  { harm: "server" },
];

export function manyBlows(count: number, dice: Random): Blow[] {
  return Array.from({ length: count }, (_, index): Blow => {
    if (index % 25 === 24) return { harm: "servers" };
    const harm = dice.pick<Harm>([
      "writer",
      "writer",
      "writer",
      "writer",
      "follower",
      "gateway",
      "server",
      "server",
    ]);
    return dice.chance(0.35) ? { harm, pauseMs: 300 + dice.below(3_700) } : { harm };
  });
}

const after = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms));

/**
 * Deals blows one after the other, while the world goes on; what was killed comes back after a while.
 *
 * @param mostDownMs how long a machine or server is away at most
 * @param waits after a kill of the writer until another one has written
 */
export async function strike(
  stage: ClusterStage,
  blows: readonly Blow[],
  { dice, mostDownMs, everyMs, waits }: { dice: Random; mostDownMs: number; everyMs: number; waits: boolean },
): Promise<Struck[]> {
  const done: Struck[] = [];
  const returns: Promise<unknown>[] = [];
  let serverBack: Promise<unknown> = Promise.resolve();
  for (const { harm, pauseMs } of blows) {
    const downMs = pauseMs ?? dice.below(mostDownMs);
    if (harm === "server" || harm === "servers") {
      // At most one of three is away, but when all are.
      await serverBack;
      const struck = harm === "servers" ? [0, 1, 2] : [dice.below(3)];
      serverBack = harmServers(stage, struck, pauseMs, downMs);
      done.push({ harm, at: Date.now() });
      returns.push(serverBack);
    } else {
      const machine = chosen(stage, harm, dice);
      const isFall = machine !== undefined && machine.name === stage.log.writer() && pauseMs === undefined;
      done.push({ harm, at: Date.now(), ...(isFall && { ended: stage.log.term() }) });
      if (machine) returns.push(harmMachine(stage, machine, pauseMs, downMs));
    }
    const ended = waits ? done.at(-1)?.ended : undefined;
    if (ended !== undefined) await until("another writer", () => firstOf(stage.log, ended));
    await after(everyMs * (0.3 + 1.4 * dice.next()));
  }
  await Promise.all(returns);
  return done;
}

function chosen({ machines, log }: ClusterStage, harm: Harm, dice: Random): Machine | undefined {
  const writer = log.writer();
  const there = machines.filter(({ running }) => running !== undefined);
  const fitting = there.filter(
    ({ name, part }) =>
      (part === "gateway") === (harm === "gateway") &&
      (harm === "gateway" || (name === writer) === (harm === "writer")),
  );
  return fitting.length === 0 ? undefined : dice.pick(fitting);
}

async function harmMachine(
  stage: ClusterStage,
  machine: Machine,
  pauseMs: number | undefined,
  downMs: number,
): Promise<void> {
  const { running } = machine;
  if (pauseMs === undefined) await stage.kill(machine);
  else running?.process.kill("SIGSTOP");
  await after(downMs);
  if (pauseMs === undefined) stage.start(machine);
  else running?.process.kill("SIGCONT");
}

async function harmServers(
  { servers }: ClusterStage,
  struck: readonly number[],
  pauseMs: number | undefined,
  downMs: number,
): Promise<void> {
  const each = (work: (server: number) => Promise<void>) => Promise.all(struck.map(work));
  await each((server) => servers.kill(server, pauseMs === undefined ? "SIGKILL" : "SIGSTOP"));
  await after(downMs);
  await each((server) => (pauseMs === undefined ? servers.restart(server) : servers.kill(server, "SIGCONT")));
}

/** The first entries of a later term. */
const firstOf = ({ messages }: LogTap, ended: number) =>
  messages.find(({ term, kind }) => term > ended && kind === "commit");

/** How long it lasted until another term's first entry was on the log, in ms, where all servers were there; shortest first. */
export function takeovers({ log }: ClusterStage, done: readonly Struck[]): number[] {
  const shaken = done.filter(({ harm }) => harm === "server" || harm === "servers");
  return done
    .flatMap(({ at, ended }) => {
      if (ended === undefined) return [];
      const first = firstOf(log, ended);
      const isCalm = !shaken.some((one) => one.at > at - 15_000 && one.at < (first?.at ?? 0));
      return first && isCalm ? [first.at - at] : [];
    })
    .sort((a, b) => a - b);
}
