/** How a machine is doing in its cluster, by what it has and what it hears: for the page, health checks and metrics. */
import type { Appender } from "../../cluster/appender.ts";
import type { Clock } from "../../lib/clock.ts";
import { createDurations, type Measure } from "../../lib/measure.ts";
import { type MachineAnswer, machineParts } from "../../model/page/machine.ts";
import { hearBeats } from "./beats.ts";
import type { Machine } from "./machine.ts";
import type { Beat } from "./message.ts";

/** A machine that beats hears itself at least once a second. */
const silentMs = 3_000;

/** What it says of itself. */
type Own = Pick<Beat, "part" | "term" | "place" | "trouble">;

export interface HeardStanding {
  now(): MachineAnswer;
  stop(): void;
}

export function createStanding(
  {
    shared,
    name,
    clock,
  }: Pick<Machine, "name" | "clock"> & { readonly shared: Pick<Machine["shared"], "heard"> },
  own: () => Own,
): HeardStanding {
  let heardAt = clock.elapsed();
  let writer: { readonly beat: Beat; readonly at: number } | undefined;
  const stop = hearBeats(shared, (beat) => {
    heardAt = clock.elapsed();
    if (beat.part === "writer" && beat.term >= (writer?.beat.term ?? 0)) writer = { beat, at: heardAt };
  });
  return {
    stop,
    now() {
      const at = clock.elapsed();
      const { part, term, place, trouble } = own();
      const silent = at - heardAt;
      const end = part === "writer" ? place : (writer?.beat.place ?? place);
      const isHeard = writer !== undefined && at - writer.at < silentMs && writer.beat.leaves !== true;
      return {
        ...{ name, part, term, place, behind: Math.max(0, end - place) },
        ...(isHeard && { writer: { name: writer?.beat.name ?? "", page: writer?.beat.page ?? "" } }),
        ...(trouble !== undefined && { trouble }),
        ...(silent >= silentMs && { silentSeconds: Math.floor(silent / 1_000) }),
      };
    },
  };
}

export function machineMeasures(now: () => MachineAnswer): Measure[] {
  return [
    {
      name: "yagura_cluster_part",
      help: "1 for the part that this machine has in its cluster, 0 for the others.",
      kind: "gauge",
      read() {
        const { part } = now();
        return machineParts.map((each) => ({ labels: { part: each }, value: each === part ? 1 : 0 }));
      },
    },
    {
      name: "yagura_cluster_term",
      help: "The newest term of a writer that this machine knows.",
      kind: "gauge",
      read: () => now().term,
    },
    {
      name: "yagura_cluster_place",
      help: "The place of the log of the cluster up to which the database has all.",
      kind: "gauge",
      read: () => now().place,
    },
    {
      name: "yagura_cluster_behind_messages",
      help: "Messages of the log of the cluster that this machine does not have yet; 0 for the writer.",
      kind: "gauge",
      read: () => now().behind,
    },
    {
      name: "yagura_cluster_left_behind",
      help: "1 while this machine stands still until a person does something, else 0.",
      kind: "gauge",
      read: () => (now().trouble === undefined ? 0 : 1),
    },
  ];
}

/** Disks that sync take some ms; beyond a second and a half a writer gives up. */
const appendBounds = [0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5];

export interface WriterMeasures {
  readonly measures: readonly Measure[];
  appended(ms: number): void;
  /** The newest snapshot, ms since 1970. */
  snapshot(at: number): void;
}

export function createWriterMeasures(
  appender: Pick<Appender, "confirmedMs">,
  clock: Pick<Clock, "now">,
): WriterMeasures {
  const appends = createDurations(
    {
      name: "yagura_cluster_append_seconds",
      help: "Time until a write stood on the log of the cluster; of the writer.",
      labels: [],
    },
    appendBounds,
    [[]],
  );
  let snapshotAt: number | undefined;
  return {
    measures: [
      appends,
      {
        name: "yagura_cluster_confirmed_age_seconds",
        help: "Age of the last confirmation that nobody else writes; of the writer, which sends nothing above 1.",
        kind: "gauge",
        read: () => appender.confirmedMs() / 1_000,
      },
      {
        name: "yagura_cluster_snapshot_age_seconds",
        help: "Age of the newest snapshot for other machines, as the writer knows it; absent: there is none.",
        kind: "gauge",
        read: () =>
          snapshotAt === undefined ? [] : [{ labels: {}, value: (clock.now() - snapshotAt) / 1_000 }],
      },
    ],
    appended: (ms) => appends.took([], ms),
    snapshot(at) {
      snapshotAt = at;
    },
  };
}
