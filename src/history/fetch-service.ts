/** Asks one service for its pieces, and writes their records: at most a few pieces at a time are at hand. */

import type { Clock } from "../lib/clock.ts";
import { Failure } from "../lib/failure.ts";
import { pause } from "../lib/http/http.ts";
import { nextTurn } from "../lib/turns.ts";
import type { HistoryPiece, HistoryRecord, HistoryWriter } from "../model/history.ts";
import type { AskedPiece, HistoryClients, UpstreamName } from "../sources/index.ts";
import { createOddities } from "../upstreams/misfits.ts";
import { countOf, type PlannedPiece, type ServicePlan } from "./fetch-plan.ts";
import type { FetchState } from "./fetch-state.ts";
import { createPieceQueue, passing } from "./piece-queue.ts";

export interface FetchParts {
  readonly clients: HistoryClients;
  readonly writer: Pick<HistoryWriter, "add" | "finish">;
  /** Folder that keeps what came of files. */
  readonly folder: string;
  /** By which it pauses. */
  readonly clock: Clock;
  /** The time of a service, ms since 1970. */
  now(service: UpstreamName): number;
  readonly state: FetchState;
  /** No further piece is begun once it is aborted. */
  readonly stopping: AbortSignal;
  /** What is under way is cut off once it is aborted. */
  readonly signal: AbortSignal;
  /** Aborts that. */
  cut(): void;
}

/** Pauses before a piece is tried again whose service could not be reached. */
const pausesMs = [1_000, 5_000, 20_000];

/** Records of one transaction: what else the process does waits for it. */
const recordsAtOnce = 500;

/**
 * Asks for all pieces of a service, as many at a time as it takes to use its limit. A piece that fails is passed over;
 * the state says so. Throws a StoreError where the history cannot be written.
 */
export async function fetchService(plan: ServicePlan, parts: FetchParts): Promise<void> {
  const { state, stopping, signal } = parts;
  const queue = createPieceQueue(plan, {
    state,
    refused: (piece, reason) => finish(piece, 0, parts, reason),
  });
  const running = new Set<Promise<void>>();
  const run = async (next: PlannedPiece): Promise<void> => {
    const read = await fetchPiece(next, parts);
    if (!(read instanceof Failure)) queue.end(next, undefined, read);
    else if (!signal.aborted) queue.end(next, read);
  };
  const atOnce = piecesAtOnce(plan);
  try {
    for (;;) {
      while (running.size < atOnce && !stopping.aborted) {
        const next = queue.next();
        if (next === undefined) break;
        const piece: Promise<void> = run(next).finally(() => running.delete(piece));
        running.add(piece);
      }
      if (running.size === 0) return;
      await Promise.race(running);
    }
  } catch (error) {
    // The history is closed next: nothing may write to it any more.
    parts.cut();
    await Promise.allSettled(running);
    throw error;
  }
}

const mostAtOnce = 4;

/** A service that takes a second for an answer is asked as often as its limit allows. */
function piecesAtOnce({ spacingMs }: ServicePlan): number {
  return spacingMs === 0 ? 1 : Math.min(mostAtOnce, Math.max(1, Math.floor(1_000 / spacingMs)));
}

/** Reads a piece whole; the answer is why it could not be, or the pieces that its file lacks. */
async function fetchPiece(one: PlannedPiece, parts: FetchParts): Promise<Failure | readonly PlannedPiece[]> {
  const { clock, signal, state } = parts;
  const { piece } = one;
  for (let tries = 0; ; ) {
    try {
      return await readPiece(one, parts);
    } catch (error) {
      if (!(error instanceof Failure)) throw error;
      if (signal.aborted) return error;
      const isLimited = error.reason === "rate-limited";
      if (!isLimited) tries += 1;
      const waitMs = isLimited ? Math.max(error.retryAfterMs ?? 0, 1_000) : pausesMs[tries - 1];
      if (waitMs === undefined || !(isLimited || passing.has(error.reason))) return error;
      state.at(`${piece.set} ${piece.to}: waits ${Math.ceil(waitMs / 1000)} s, ${error.message}`);
      const stopped = await pause(waitMs, clock, signal).catch((reason: unknown) => reason);
      if (stopped instanceof Failure) return stopped;
    }
  }
}

/** Gives the pieces that a file lacks. */
async function readPiece(one: PlannedPiece, parts: FetchParts): Promise<readonly PlannedPiece[]> {
  const { clients, folder, signal, state } = parts;
  const { piece, file, instead = [] } = one;
  const place = piece.scope === "" ? piece.set : `${piece.set} ${piece.scope}`;
  const days = piece.from === piece.to ? piece.to : `${piece.from} to ${piece.to}`;
  state.at(`${place} ${days}`);
  const oddities = createOddities();
  const context = { signal, oddities, progress: (at: string) => state.at(`${place} ${days}: ${at}`), folder };
  const { add, counts } = createAdding(parts);
  let lacking: readonly PlannedPiece[] = [];
  if (file === undefined) {
    for await (const records of piece.read(clients, context)) await add(records);
    finish(piece, sumOf(counts), parts);
  } else {
    const pages = file.read(new Set(instead.map((each) => each.piece.from)), clients, context);
    let page = await pages.next();
    for (; !page.done; page = await pages.next()) await add(page.value);
    const { hasAll, discard } = page.value;
    for (const each of instead)
      if (hasAll(each.piece.from)) finish(each.piece, counts.get(each.piece.from) ?? 0, parts);
    discard();
    lacking = instead.filter((each) => !hasAll(each.piece.from));
    if (lacking.length === instead.length) state.unused(piece, "its file has none of these days whole");
  }
  const { badRecords } = oddities;
  state.unread(badRecords.length, badRecords[0] && unreadWords(place, badRecords[0]));
  state.fetched(piece.service, piece.requests, sumOf(counts), countOf([one]) - lacking.length);
  return lacking;
}

/** Adds records to the history, some at a time, and counts them by day. */
function createAdding({ writer }: Pick<FetchParts, "writer">) {
  const counts = new Map<string, number>();
  const add = async (records: readonly HistoryRecord[]): Promise<void> => {
    for (let from = 0; from < records.length; from += recordsAtOnce) {
      writer.add(records.slice(from, from + recordsAtOnce));
      await nextTurn();
    }
    for (const { day } of records) counts.set(day, (counts.get(day) ?? 0) + 1);
  };
  return { add, counts };
}

function sumOf(counts: ReadonlyMap<string, number>): number {
  return [...counts.values()].reduce((sum, count) => sum + count, 0);
}

function unreadWords(
  place: string,
  { name, places }: ReturnType<typeof createOddities>["badRecords"][number],
) {
  const why = places.map(({ path, expected, found }) => `${path}: expected ${expected}, found ${found}`);
  return `${place}${name === undefined ? "" : ` ${name}`}: ${why.join("; ")}`;
}

function finish(
  { set, scope, from, to, service }: HistoryPiece & Pick<AskedPiece, "service">,
  records: number,
  { writer, now }: FetchParts,
  refused?: string,
): void {
  const piece = { set, scope, from, to, records, at: now(service) };
  writer.finish(refused === undefined ? piece : { ...piece, refused });
}
