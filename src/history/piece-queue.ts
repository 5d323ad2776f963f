/** The pieces that a service is still to be asked for: what the refusal or the failure of one means for the others. */
import type { Failure, FailureReason } from "../lib/failure.ts";
import { addDays } from "../model/dates.ts";
import type { HistoryPeriod, HistoryPiece } from "../model/history.ts";
import type { AskedPiece } from "../sources/index.ts";
import { type CoveredDays, coveredDays, marketRefusal } from "../upstreams/market/refusals.ts";
import { countOf, type PlannedPiece, planned, requestsOf, type ServicePlan } from "./fetch-plan.ts";
import type { FetchState } from "./fetch-state.ts";

export interface PieceQueue {
  /** The next piece to ask for, which is planned until it ends; undefined: there is none now. */
  next(): PlannedPiece | undefined;
  /**
   * A piece was fetched, or failed.
   * @param lacking of a file that was read, those of its pieces that it does not have whole: they are asked for next
   */
  end(piece: PlannedPiece, failure: Failure | undefined, lacking?: readonly PlannedPiece[]): void;
}

type OfService = HistoryPiece & Pick<AskedPiece, "service">;

interface QueueParts {
  readonly state: Pick<FetchState, "planned" | "refused" | "failed" | "unused">;
  /** Notes in the history that a piece was refused. */
  refused(piece: OfService, reason: string): void;
}

/** Failures that may pass by themselves: the service is at fault, not the question. */
export const passing: ReadonlySet<FailureReason> = new Set([
  "unreachable",
  "timeout",
  "incomplete",
  "server-error",
]);

/** Number of pieces in a row that fail until their call, or their service, is not asked any more. */
const mostStrikes = 3;

export function createPieceQueue(plan: ServicePlan, parts: QueueParts): PieceQueue {
  const { state } = parts;
  let waiting = [...plan.pieces];
  const atHand = new Set<PlannedPiece>();
  const strikes = createStrikes();
  const tried = new Set<string>();
  /** Pieces of calls that are not asked any more: they lack at the end. */
  let givenUp: PlannedPiece[] = [];

  const refuse: Refuse = (piece, reason) => {
    parts.refused(piece, reason);
    state.refused(piece, reason);
  };
  const giveUp = (isIt: (one: PlannedPiece) => boolean) => {
    givenUp = [...givenUp, ...waiting.filter(isIt)];
    waiting = waiting.filter((one) => !isIt(one));
  };
  /** Files are a shorter way to the same records: without one its pieces are asked for by themselves. */
  const leaveFiles = (one: PlannedPiece, failure: Failure) => {
    const isOf = filesLikeIt(one, failure);
    for (const each of [one, ...waiting.filter(isOf)]) state.unused(each.piece, failure.message);
    const given = passing.has(failure.reason) && strikes.failed(one.piece, failure) === "service";
    waiting = [one, ...waiting].flatMap((each) => (each === one || isOf(each) ? (each.instead ?? []) : each));
    if (given) giveUp(() => true);
  };
  const fail = (one: PlannedPiece, failure: Failure) => {
    state.failed(one.piece, failure);
    const given = strikes.failed(one.piece, failure);
    if (given !== undefined) giveUp(({ piece }) => given === "service" || piece.call === one.piece.call);
  };

  return {
    next() {
      const one = waiting.find((each) => mayBegin(each, tried, atHand));
      if (one === undefined) return undefined;
      waiting.splice(waiting.indexOf(one), 1);
      atHand.add(one);
      return one;
    },
    end(one, failure, lacking = []) {
      atHand.delete(one);
      tried.add(one.piece.call);
      const refusal = failure && one.piece.service === "market" ? marketRefusal(failure) : undefined;
      if (failure === undefined) {
        strikes.fetched(one.piece);
        waiting = [...lacking, ...waiting];
      } else if (one.file !== undefined) leaveFiles(one, failure);
      else if (refusal === "window") waiting = withoutDays(one, waiting, failure, plan, refuse);
      else if (refusal === "plan") waiting = withoutCall(one, waiting, failure, refuse);
      else fail(one, failure);
      if (refusal === "key" || refusal === "no-plan") giveUp(() => true);
      const left = leftOf(plan, [...waiting, ...atHand], tried);
      state.planned(one.piece.service, { ...left, pieces: left.pieces + countOf(givenUp) });
    },
  };
}

/** What is left to ask: pieces, their requests, and the least time of these. */
function leftOf(plan: ServicePlan, asked: readonly PlannedPiece[], tried: ReadonlySet<string>) {
  const untried = new Set([...plan.beyond].filter((call) => !tried.has(call)));
  const leastMs = plan.leastMs(asked, untried);
  return { pieces: countOf(asked), left: requestsOf(asked, untried), leastMs };
}

type Refuse = (piece: OfService, reason: string) => void;

/** The waiting pieces after the refusal of one whose days the plan does not cover. */
function withoutDays(
  one: PlannedPiece,
  waiting: PlannedPiece[],
  { message }: Failure,
  plan: ServicePlan,
  refuse: Refuse,
): PlannedPiece[] {
  const covered = coveredDays({ message });
  if (covered === undefined || cut(one.piece, covered).outside.length === 0) {
    refuse(one.piece, message);
    return waiting;
  }
  const { inside, outside } = cutAll(one, waiting, covered, plan);
  for (const piece of outside) refuse(piece, message);
  return inside;
}

/** The waiting pieces after the refusal of a call, in files of its records too. */
function withoutCall(
  { piece }: PlannedPiece,
  waiting: PlannedPiece[],
  { message }: Failure,
  refuse: Refuse,
): PlannedPiece[] {
  refuse(piece, message);
  const isOfCall = (other: PlannedPiece) => (other.instead?.[0] ?? other).piece.call === piece.call;
  for (const other of waiting.filter(isOfCall))
    for (const each of other.instead ?? [other]) refuse(each.piece, message);
  return waiting.filter((other) => !isOfCall(other));
}

/** Tells which files fail as one did: all of a call that the plan lacks, those of a set that the service does not give. */
function filesLikeIt({ piece }: PlannedPiece, failure: Failure): (one: PlannedPiece) => boolean {
  const isRefused = failure.status !== undefined && failure.status >= 400 && failure.status < 500;
  const refusal = marketRefusal(failure);
  return (one) => {
    if (one.file === undefined || !isRefused || one.piece.call !== piece.call) return false;
    return refusal === "plan" || one.piece.set === piece.set;
  };
}

/** The question of a piece about fewer days. */
function partOf({ source, piece }: PlannedPiece, period: HistoryPeriod): PlannedPiece[] {
  return planned(source, period).filter(
    (one) => one.piece.set === piece.set && one.piece.scope === piece.scope,
  );
}

/**
 * The first answer of a call tells about its others: whether the plan has them, and how they are to be asked for. Files
 * come one after another: a month of all stocks takes its memory.
 */
function mayBegin(
  { piece: { call }, file }: PlannedPiece,
  tried: ReadonlySet<string>,
  atHand: ReadonlySet<PlannedPiece>,
): boolean {
  const others = [...atHand];
  if (file !== undefined && others.some((other) => other.file !== undefined)) return false;
  return tried.has(call) || others.every(({ piece }) => piece.call !== call);
}

/** Counts the pieces that failed in a row, of the service and of each call. */
function createStrikes() {
  const counts = new Map<string, number>();
  const service = "";
  return {
    fetched({ call }: AskedPiece) {
      counts.delete(service);
      counts.delete(call);
    },
    /** Gives what is not to be asked any more; undefined: it is. */
    failed({ call }: AskedPiece, { reason }: Failure): "service" | "call" | undefined {
      // What cannot be reached is the service; what it does not answer well is the call.
      const struck = passing.has(reason) ? service : call;
      const count = (counts.get(struck) ?? 0) + 1;
      counts.set(struck, count);
      if (count < mostStrikes) return undefined;
      return struck === service ? "service" : "call";
    },
  };
}

/** The days of a piece that a plan covers, and those that it does not. */
function cut({ from, to }: HistoryPeriod, covered: CoveredDays) {
  const first = covered.from !== undefined && covered.from > from ? covered.from : from;
  const last = covered.to !== undefined && covered.to < to ? covered.to : to;
  if (first > last) return { inside: undefined, outside: [{ from, to }] };
  const outside = [
    ...(first > from ? [{ from, to: addDays(first, -1) }] : []),
    ...(last < to ? [{ from: addDays(last, 1), to }] : []),
  ];
  return { inside: { from: first, to: last }, outside };
}

/** What was asked, and whatever else is asked by days, cut to the days that a plan covers, and the days beyond. */
function cutAll(asked: PlannedPiece, others: PlannedPiece[], covered: CoveredDays, { isKept }: ServicePlan) {
  const beyond: OfService[] = [];
  const left = [asked, ...others].flatMap((one) => {
    const { inside, outside } = cut(one.piece, covered);
    if (outside.length === 0 || (one !== asked && one.piece.isByDay !== true)) return [one];
    beyond.push(...outside.map((period) => ({ ...one.piece, ...period })));
    return inside ? partOf(one, inside).filter(({ piece }) => !isKept(piece)) : [];
  });
  return { inside: left, outside: beyond };
}
