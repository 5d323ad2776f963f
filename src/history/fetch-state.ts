/** What a fetch has done so far: its progress while it runs, and its outcome at the end. */

import type { Failure } from "../lib/failure.ts";
import type { HistoryPeriod, HistoryPiece } from "../model/history.ts";
import type { UpstreamName } from "../sources/index.ts";
import { countOf, type FetchPlan } from "./fetch-plan.ts";

export interface FetchProgress {
  /** Pieces that are fetched, refused or given up, of all that were planned. */
  readonly done: number;
  readonly of: number;
  readonly requests: number;
  readonly records: number;
  /** The service that takes longest, and its requests a minute since it began; undefined: none is asked. */
  readonly slowest: { readonly service: UpstreamName; readonly perMinute: number } | undefined;
  /** Time that is left, as far as anyone knows; undefined: nobody does yet. */
  readonly leftMs: number | undefined;
  /** The piece at hand, and the place in it. */
  readonly at: string;
}

export interface FetchOutcome {
  readonly fetched: number;
  readonly requests: number;
  readonly records: number;
  readonly tookMs: number;
  readonly refused: readonly LackingPieces[];
  readonly failed: readonly LackingPieces[];
  /** Files that could not be used, so that their pieces were asked for one by one. */
  readonly unused: readonly LackingPieces[];
  /** Number of pieces that were not asked for, since it was stopped or their service gave nothing. */
  readonly left: number;
  readonly isStopped: boolean;
  /** Number of records that could not be read and were left out, and the first of them in words. */
  readonly unread: number;
  readonly unreadExample: string | undefined;
}

export interface FetchState {
  asked(service: UpstreamName): void;
  at(place: string): void;
  /** Pieces were fetched. @param expected requests that were expected of them */
  fetched(service: UpstreamName, expected: number, records: number, pieces?: number): void;
  refused(piece: HistoryPiece, reason: string): void;
  failed(piece: HistoryPiece, failure: Failure): void;
  /** A file could not be used, or lacks days that it might have. @param piece the days that are asked for one by one */
  unused(piece: HistoryPiece, reason: string): void;
  /** The pieces that a service has still to be asked for: their number, their requests, and the least time of these. */
  planned(service: UpstreamName, left: { pieces: number; left: number; leastMs: number }): void;
  unread(count: number, example: string | undefined): void;
  progress(): FetchProgress;
  outcome(isStopped: boolean): FetchOutcome;
}

/** Requests after which the pieces that were fetched tell how many the others take. */
const tellingRequests = 5;

/** @param elapsed ms of time that passes */
export function createFetchState(plan: FetchPlan, elapsed: () => number): FetchState {
  const begunMs = elapsed();
  const services = standingOf(plan);
  const lacking = { refused: createLacking(), failed: createLacking(), unused: createLacking() };
  const sum = { done: 0, fetched: 0, requests: 0, records: 0, unread: 0, place: "" };
  let example: string | undefined;

  const count = (service: UpstreamName, { made = 0, expected = 0 }) => {
    const own = services.get(service);
    if (own) Object.assign(own, { made: own.made + made, expected: own.expected + expected });
  };
  const waiting = () => [...services.values()].reduce((all, { pieces }) => all + pieces, 0);

  return {
    asked(service) {
      sum.requests += 1;
      count(service, { made: 1 });
    },
    at(place) {
      sum.place = place;
    },
    fetched(service, expected, records, pieces = 1) {
      sum.done += pieces;
      sum.fetched += pieces;
      sum.records += records;
      count(service, { expected });
    },
    refused(piece, reason) {
      sum.done += 1;
      lacking.refused.add(piece, reason);
    },
    failed(piece, { message }) {
      sum.done += 1;
      lacking.failed.add(piece, message);
    },
    unused: ({ set, scope, from, to }, reason) => lacking.unused.add({ set, scope, from, to }, reason),
    planned(service, left) {
      const own = services.get(service);
      if (own) Object.assign(own, left);
    },
    unread(count, one) {
      sum.unread += count;
      example ??= one;
    },
    progress: () => progressOf(sum, services, elapsed() - begunMs),
    outcome: (isStopped) => ({
      ...{ fetched: sum.fetched, requests: sum.requests, records: sum.records, unread: sum.unread },
      tookMs: elapsed() - begunMs,
      refused: lacking.refused.all(),
      failed: lacking.failed.all(),
      unused: lacking.unused.all(),
      left: waiting(),
      isStopped,
      unreadExample: example,
    }),
  };
}

interface Sum {
  readonly done: number;
  readonly requests: number;
  readonly records: number;
  readonly place: string;
}

function progressOf(
  { done, requests, records, place }: Sum,
  services: ReadonlyMap<UpstreamName, Standing>,
  elapsedMs: number,
): FetchProgress {
  const all = [...services].map(([service, one]) => ({ service, ...one, leftMs: leftMsOf(one, elapsedMs) }));
  const waiting = all.reduce((sum, { pieces }) => sum + pieces, 0);
  const [slowest] = all.toSorted((a, b) => b.leftMs - a.leftMs);
  const perMinute = elapsedMs === 0 ? 0 : (60_000 * (slowest?.made ?? 0)) / elapsedMs;
  return {
    ...{ done, of: done + waiting, requests, records, at: place },
    slowest: slowest && { service: slowest.service, perMinute },
    leftMs: requests === 0 ? undefined : (slowest?.leftMs ?? 0),
  };
}

/** Time that the rest of a service takes, judged by what was asked of it so far. */
function leftMsOf({ leastMs, left, made, expected }: Standing, elapsedMs: number): number {
  const factor = expected >= tellingRequests ? Math.max(1, made / expected) : 1;
  return factor * Math.max(leastMs, made === 0 ? 0 : (left * elapsedMs) / made);
}

function standingOf({ services }: FetchPlan): Map<UpstreamName, Standing> {
  const all = Object.entries(services).map(
    ([name, { pieces, requests, beyond, leastMs }]): [UpstreamName, Standing] => [
      name as UpstreamName,
      {
        ...{ pieces: countOf(pieces), left: requests, leastMs: leastMs(pieces, beyond) },
        ...{ made: 0, expected: 0 },
      },
    ],
  );
  return new Map(all);
}

interface Standing {
  pieces: number;
  leastMs: number;
  left: number;
  made: number;
  expected: number;
}

// What a history lacks after a fetch, by set and reason: many pieces lack for the same one.

/** Pieces of a set that were refused, or that failed. */
export interface LackingPieces extends HistoryPeriod {
  readonly set: string;
  readonly pieces: number;
  /** In words. Some name the day that they are about: of many reasons the last one stands for further ones. */
  readonly reason: string;
}

/** Most reasons that are told of one set. */
const mostReasons = 3;

export function createLacking() {
  const sets = new Map<string, LackingPieces[]>();
  return {
    add({ set, from, to }: HistoryPiece, reason: string) {
      const groups = sets.get(set) ?? [];
      sets.set(set, groups);
      const known = groups.findIndex((group) => group.reason === reason);
      const place = known === -1 ? Math.min(groups.length, mostReasons - 1) : known;
      const before = groups[place] ?? { from, to, pieces: 0, reason };
      groups[place] = {
        ...{ set, from: from < before.from ? from : before.from, to: to > before.to ? to : before.to },
        ...{ pieces: before.pieces + 1, reason: before.reason },
      };
    },
    all: () => [...sets.values()].flat(),
  };
}
