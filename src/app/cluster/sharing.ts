/**
 * A monitor that writes for a cluster: each of its writes is added to the log of the cluster and then done in its
 * database; it beats, answers the machines that follow, and makes snapshots for them.
 */
import { type Appender, openAppender } from "../../cluster/appender.ts";
import { Fenced } from "../../cluster/engine.ts";
import type { Clock } from "../../lib/clock.ts";
import { StoreError } from "../../model/store-faults.ts";
import { plainWrite } from "../../store/write.ts";
import type { Shared, SharedParts } from "../shared.ts";
import { createHeardPlaces } from "./asking.ts";
import { beatOnce, startBeats } from "./beats.ts";
import { newEpochWords, watchEpoch } from "./epoch-watch.ts";
import type { Machine } from "./machine.ts";
import type { WriterAnswer, WriterQuestion } from "./message.ts";
import { keepSnapshots } from "./snapshots.ts";
import { createStanding, createWriterMeasures, machineMeasures, type WriterMeasures } from "./standing.ts";

/** So long a confirmation counts. */
const confirmedMs = 1_000;
/** A writer of which the leader knows nothing for so long is cut off, also where it had nothing to write. */
const lostMs = 15_000;
const lookMs = 1_000;

export interface Sharing {
  readonly shared: Shared;
  /** Whether the database here is damaged. */
  isSpoiled(): boolean;
  close(): Promise<void>;
}

/** The term that a machine began, and the place of its message on the log. */
export interface BegunTerm {
  readonly term: number;
  readonly place: number;
}

export async function shareWrites(machine: Machine, begun: BegunTerm): Promise<Sharing> {
  const { settings, epoch, format } = machine;
  const { term, place: position } = begun;
  let standing = () => ({ place: position, seq: 0, page: "" });
  const says = () => ({
    ...standing(),
    ...{ name: machine.name, part: "writer" as const, term, format },
  });
  // At once: the others wait for the new writer.
  const stopBeats = startBeats(machine, says);
  const appender = await openAppender(settings, epoch, { position, term, format }).catch((error) => {
    stopBeats();
    throw error;
  });
  const measured = createWriterMeasures(appender, machine.clock);
  const writing = createWriting(appender, machine.clock, measured);
  const heardOf = createStanding(machine, says);
  const heard = createHeardPlaces();
  const shared: Shared = {
    over: writing.over,
    consumers: { watch: heard.watch, settled: writing.settled },
    spoiled: writing.spoiled,
    journal: {
      append: (write) => writing.append(plainWrite(write)),
      placed: heard.placed,
      undone: writing.undone,
    },
    confirm: writing.confirm,
    standing: { now: heardOf.now, measures: [...machineMeasures(heardOf.now), ...measured.measures] },
    serve(parts) {
      const { store, page } = parts;
      standing = () => ({ place: store.place(), seq: store.log.head(), page: page() });
      const ends = [
        machine.shared.answer((question) => answered(question as WriterQuestion, parts)),
        watchConfirmed(appender, machine, writing.end),
        keepSnapshots(machine, store, measured.snapshot),
        watchEpoch(machine, () => writing.end(newEpochWords)),
      ];
      return async () => {
        // The last beats come after the database is closed.
        const last = standing();
        standing = () => last;
        for (const stop of ends) await stop();
      };
    },
  };
  return {
    shared,
    isSpoiled: writing.isSpoiled,
    async close() {
      stopBeats();
      heardOf.stop();
      // The others need not wait for its silence.
      if (!writing.isOver()) beatOnce(machine.shared, { ...says(), leaves: true });
      await appender.close();
    },
  };
}

/** The appends of a writer, and why there are none any more. */
function createWriting(appender: Appender, clock: Clock, measured: WriterMeasures) {
  let isOver = false;
  let isSpoiled = false;
  let settle = (_: string): void => undefined;
  const over = new Promise<string>((resolve) => {
    settle = resolve;
  });
  const end = (why: string): void => {
    isOver = true;
    settle(why);
  };
  let confirmedAt = Number.NEGATIVE_INFINITY;
  const append = (message: object & { readonly kind: string }): number => {
    const before = clock.elapsed();
    try {
      const place = appender.append(message);
      confirmedAt = clock.elapsed();
      measured.appended(confirmedAt - before);
      return place;
    } catch (error) {
      const lost =
        error instanceof Fenced
          ? new StoreError(
              "another machine of the cluster writes: this machine starts again, and follows",
              error,
            )
          : new StoreError(
              "the cluster does not confirm what is written: this machine starts again, and follows",
              error,
            );
      end(lost.message);
      throw lost;
    }
  };
  const confirm = (): void => {
    if (clock.elapsed() - confirmedAt >= confirmedMs) append({ kind: "proof" });
  };
  return {
    ...{ over, end, append },
    isOver: () => isOver,
    isSpoiled: () => isSpoiled,
    spoiled(): void {
      isSpoiled = true;
      end("the database here is damaged, and others of the cluster are whole");
    },
    undone: (error: unknown) => end(`what the cluster has could not be written here (${String(error)})`),
    confirm,
    /** A machine that was stopped meanwhile may not know yet that another one has written. */
    settled(): Promise<void> | undefined {
      try {
        confirm();
        return undefined;
      } catch (error) {
        return Promise.reject(error);
      }
    },
  };
}

/** Ends it where nothing is confirmed for long. */
function watchConfirmed(appender: Appender, { clock }: Machine, end: (why: string) => void): () => void {
  let cancel = clock.after(lookMs, function look() {
    if (appender.confirmedMs() > lostMs) return end("the cluster does not confirm that this machine writes");
    cancel = clock.after(lookMs, look);
  });
  return () => cancel();
}

/** Does what a machine that follows asks. What it writes is on the log when it answers. */
async function answered(question: WriterQuestion, { store, passed }: SharedParts): Promise<WriterAnswer> {
  if (question.kind === "act") {
    const answer = await passed(question.call);
    return { answer, place: store.place() };
  }
  if (question.kind === "places") {
    await store.consumers.keep(question.places);
    return { place: store.place() };
  }
  const isGone = await store.consumers.forget(question.name);
  return { isGone, place: store.place() };
}
