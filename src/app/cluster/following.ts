/** A monitor that follows: its database is a copy of the writer's, from which it serves the feed and the page. */
import { calendarKey } from "../../calendar/kept-calendar.ts";
import { authority } from "../../lib/http/url.ts";
import { StoreError } from "../../model/store-faults.ts";
import type { Change } from "../../pipeline/change.ts";
import type { Store } from "../../store/store.ts";
import type { Journal, StoreWrite } from "../../store/write.ts";
import { assemble, openOutputs } from "../assembly.ts";
import { type Closers, createClosers } from "../closers.ts";
import { companyNamesKey } from "../company-names.ts";
import { openGround, type WatchedServices } from "../ground.ts";
import { keptPlace, type Monitor, nextParts, readyOf, type StartParts } from "../monitor.ts";
import { createReload } from "../operating/reload.ts";
import { followEdits } from "../running.ts";
import { askWriter, createHeardPlaces } from "./asking.ts";
import { hearBeats, startBeats } from "./beats.ts";
import { type Copying, startCopying } from "./copying.ts";
import { watchEpoch } from "./epoch-watch.ts";
import type { Machine } from "./machine.ts";
import { createStanding, machineMeasures } from "./standing.ts";
import { type Standby, standBy } from "./standing-by.ts";

/** Why a machine follows no more. */
export type EndOfFollowing =
  | { readonly kind: "writes"; readonly term: number; readonly place: number }
  | { readonly kind: "anew" }
  /** The cluster began anew, with a database that a person chose. */
  | { readonly kind: "replaced" };

export interface Followed {
  readonly monitor: Omit<Monitor, "over" | "again">;
  readonly ended: Promise<EndOfFollowing>;
}

/** Throws Refused as `startMonitor` does; nothing stays open then. */
export async function startFollowing(parts: StartParts, machine: Machine): Promise<Followed> {
  const closers = createClosers();
  try {
    return await wire(parts, machine, closers);
  } catch (error) {
    await closers.close();
    throw error;
  }
}

async function wire(parts: StartParts, machine: Machine, closers: Closers): Promise<Followed> {
  const { files, log } = parts;
  const { config } = files;
  const heard = createHeardPlaces();
  const ground = await openGround(config, parts.clock, {
    ...{ closers, mayPlay: true, isFollowing: true },
    journal: { ...refusing, placed: heard.placed },
  });
  const assembled = assemble(parts, ground, closers);
  const { store } = ground;
  const part = followLog(machine, { store, watched: assembled.watched }, closers);
  const { copying } = part;
  const following = askWriter({ ...machine, copying, store, heard });
  const outputs = await openOutputs(parts, assembled, {
    reload: () => reload(),
    following,
    standing: part.standing,
  });
  closers.add(outputs.stop);
  await outputs.start();
  const ready = readyOf(outputs, ground.simulated, config.publicUrl);
  part.begin(() => {
    for (const output of outputs.all) output.wake();
  }, ready.page);
  closers.add(keptPlace(store.path, outputs, log));
  const edits = followEdits({ ...parts, ...assembled, news: silent }, closers);
  const reload = createReload(parts, edits);
  log.info({ feed: authority(outputs.listener()), machine: machine.name }, "ready: this machine follows");
  return {
    monitor: {
      ...{ ready, broken: new Promise<never>(() => undefined), log, reload, stop: closers.close },
      next: () => nextParts(parts, edits.current(), outputs),
      look: () => ({
        sources: assembled.watched.status.sources(),
        alerts: [],
        readers: outputs.readers(),
      }),
    },
    ended: part.ended,
  };
}

interface Copied {
  readonly store: Store;
  readonly watched: WatchedServices;
}

/** Follows the log from now on. */
function followLog(machine: Machine, { store, watched }: Copied, closers: Closers) {
  const { log } = machine;
  const stopping = new AbortController();
  closers.add(() => stopping.abort(new StoreError("this machine stops")));
  let wake = (): void => undefined;
  let standby: Standby | undefined;
  let trouble: keyof typeof troubleWords | undefined;
  let end = (_: EndOfFollowing): void => undefined;
  const ended = new Promise<EndOfFollowing>((resolve) => {
    end = resolve;
  });
  const refresh = refreshing(watched);
  const copying = startCopying({
    ...{ ...machine, store, signal: stopping.signal },
    done(write) {
      refresh(write);
      wake();
    },
    began(term, place) {
      standby?.heard();
      if (standby?.isOwn(term)) end({ kind: "writes", term: term.term, place });
    },
  });
  void copying.ended.then((why) => {
    if (why === "anew") return end({ kind: "anew" });
    trouble = why;
    log.error({ place: copying.place() }, troubleWords[why]);
    standby?.stop();
  });
  // A copy of another epoch was put here, or what is here cannot be read.
  if (store.log.epoch !== machine.epoch) end({ kind: "anew" });
  store.damages.listen(() => end({ kind: "anew" }));
  closers.add(watchEpoch(machine, () => end({ kind: "replaced" })));
  const part = machine.mayWrite ? ("follower" as const) : ("gateway" as const);
  const own = () => ({
    ...{ part, term: copying.term(), place: copying.place() },
    ...(trouble !== undefined && { trouble: troubleWords[trouble] }),
  });
  const standing = createStanding(machine, own);
  closers.add(standing.stop);
  return {
    copying,
    ended,
    standing: { now: standing.now, measures: machineMeasures(standing.now) },
    /** Wakes who serves what is copied, beats, and stands by. */
    begin(serves: () => void, page: string): void {
      wake = serves;
      if (machine.mayWrite) standby = watchWriter(machine, copying, closers);
      const says = () => ({
        ...own(),
        ...{ name: machine.name, seq: store.log.head(), page, format: machine.format },
      });
      closers.add(startBeats(machine, says));
    },
  };
}

function watchWriter(machine: Machine, copying: Copying, closers: Closers): Standby {
  let furthest = 0;
  const standby = standBy({ ...machine, copying, furthest: () => furthest });
  closers.add(standby.stop);
  closers.add(
    hearBeats(machine.shared, ({ part, term, place, leaves }) => {
      furthest = Math.max(furthest, place);
      if (part !== "writer" || term < copying.term()) return;
      if (leaves) standby.left();
      else standby.heard();
    }),
  );
  return standby;
}

/** Why a copy stands still until a person does something. */
const troubleWords = {
  newer: "a newer version of Yagura writes: this machine stands still until it has that version, too",
  ahead:
    "the log of the cluster ends before what this machine has: servers have lost what they had confirmed; `yagura cluster adopt` lets the cluster begin anew from the machine that is furthest",
} as const;

/** Takes in what others wrote of sources, and of what is read once and kept in memory. */
function refreshing({ status, calendar, companies }: WatchedServices): (write: StoreWrite) => void {
  const read: Readonly<Record<string, () => void>> = {
    [calendarKey]: calendar.readAgain,
    [companyNamesKey]: companies.readAgain,
  };
  return (write) => {
    if (write.kind === "meta") read[write.key]?.();
    if (write.kind !== "commit") return;
    const { source, meta = {} } = write.batch;
    if (source) status.written(source);
    for (const key of Object.keys(meta)) read[key]?.();
  };
}

/** What the writer decides is told by it. */
const silent = { give: (_: Change) => undefined };

const refusing: Omit<Journal, "placed"> = {
  append() {
    throw new StoreError("this machine follows: another one of the cluster writes");
  },
  undone: () => {},
};
