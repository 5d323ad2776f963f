/**
 * The watch over the machine that writes. Where nothing of it was heard for a while, the others try to begin a term of
 * their own on the log: the guard of the log lets one of them through, and fences who wrote before.
 */
import { randomUUID } from "node:crypto";
import { type EpochEngine, type Epochs, type LogEnd, Unconfirmed } from "../../cluster/engine.ts";
import type { Clock } from "../../lib/clock.ts";
import type { Log } from "../../lib/log.ts";
import type { Copying } from "./copying.ts";
import type { TermMessage } from "./message.ts";

/** So long nothing is heard of a writer that is gone. */
export const silentMs = 1_500;
const lookMs = 100;
/** A look that comes so late says that this machine stood still, and not that the writer did. */
const lateMs = 500;
const withinMs = 2_000;

export interface StandbyParts {
  readonly shared: EpochEngine;
  readonly epochs: Pick<Epochs, "newest">;
  readonly epoch: string;
  readonly copying: Pick<Copying, "reached" | "term">;
  /** The greatest place of the log that any machine is known to have. */
  furthest(): number;
  readonly name: string;
  /** The form of this program's database. */
  readonly format: number;
  readonly clock: Clock;
  readonly log: Log;
}

export interface Standby {
  /** The writer was heard. */
  heard(): void;
  /** The writer said that it writes no more. */
  left(): void;
  /** Whether a term is one that this machine asked for. */
  isOwn(term: TermMessage): boolean;
  stop(): void;
}

export function standBy(parts: StandbyParts): Standby {
  const { shared, epochs, epoch, copying, furthest, clock } = parts;
  const own = new Set<string>();
  let heardAt = clock.elapsed();
  let lookedAt = heardAt;
  let cancel = (): void => undefined;
  let isStopped = false;
  let areAway = false;
  const heard = () => {
    heardAt = clock.elapsed();
  };
  const tryToWrite = async (): Promise<void> => {
    const end = await shared.log.end(withinMs);
    // Without its servers nobody could be heard: the silence counts from when they are back.
    if (areAway) {
      areAway = false;
      return heard();
    }
    // Servers have lost what a machine has: a person decides.
    if (furthest() > end.sequence) return;
    await copying.reached(end.sequence);
    // Somebody wrote, or began, while this machine read.
    if (clock.elapsed() - heardAt < silentMs || isStopped) return;
    // Asked behind the end: who begins another epoch adds to this log afterwards.
    if ((await epochs.newest())?.epoch !== epoch) return;
    // The last message may be one that no machine wrote.
    const term = Math.max(end.term, copying.term()) + 1;
    const id = randomUUID();
    own.add(id);
    await beginTerm(parts, end, { term, id, silentMs: clock.elapsed() - heardAt });
    // Whoever was first has its time to begin; this machine hears of its own term as it reads it.
    heard();
  };
  const look = async (): Promise<void> => {
    const now = clock.elapsed();
    if (now - lookedAt > lookMs + lateMs) heard();
    lookedAt = now;
    try {
      if (now - heardAt >= silentMs) await tryToWrite();
    } catch (error) {
      if (!(error instanceof Unconfirmed) && !isStopped) throw error;
      areAway = true;
    }
    if (isStopped) return;
    lookedAt = clock.elapsed();
    cancel = clock.after(lookMs, () => void look());
  };
  cancel = clock.after(lookMs, () => void look());
  return {
    heard,
    left() {
      heardAt = Number.NEGATIVE_INFINITY;
    },
    isOwn: ({ id }) => own.has(id),
    stop() {
      isStopped = true;
      cancel();
    },
  };
}

async function beginTerm(
  { shared, name, format, log }: StandbyParts,
  end: LogEnd,
  { term, id, silentMs: silent }: { readonly term: number; readonly id: string; readonly silentMs: number },
): Promise<void> {
  const shown = Math.min(Math.round(silent), 3_600_000);
  log.info({ term, silentMs: shown }, "nothing is heard of the writer");
  const message: TermMessage = { kind: "term", term, holder: name, id };
  await shared.log.append(end.sequence, message, { term, format }, withinMs);
}
