/** Where a subscription starts, and whether anything is missing before that. Pure. */
import type { LogReader } from "../../model/log.ts";
import type { Gap } from "./server-frames.ts";

export interface ResumeRequest {
  readonly since?: number | "start" | undefined;
  readonly epoch?: string | undefined;
}

export interface LogBounds {
  readonly epoch: string;
  readonly head: number;
  readonly oldest: number;
  /** The first entry after a seq that can be read; the others are damaged. head + 1 where there is none. */
  next(seq: number): number;
}

/** The bounds as a log says them. */
export function boundsOf(log: LogReader): LogBounds {
  const head = log.head();
  const next = (seq: number) => (seq >= head ? head + 1 : (log.read(seq, 1)[0]?.seq ?? head + 1));
  return { epoch: log.epoch, head, oldest: log.oldest(), next };
}

export interface Resumption {
  /** Every matching entry after it follows. */
  readonly since: number;
  readonly recovered: boolean;
  /** Exact and inclusive; always there when not recovered. */
  readonly gap?: Gap;
}

export function resume(request: ResumeRequest, log: LogBounds): Resumption {
  const { since } = request;
  if (since === undefined) return { since: log.head, recovered: true };
  if (since === "start") return fromWhole(log.oldest - 1, log.oldest, log);
  const elsewhere = request.epoch !== undefined && request.epoch !== log.epoch;
  // A seq that this log never reached was counted in another one, whatever the client believes.
  if (elsewhere || since > log.head) {
    return { since: log.head, recovered: false, gap: { from: 1, to: log.head } };
  }
  return fromWhole(Math.max(since, log.oldest - 1), since + 1, log);
}

/** Goes on behind what is damaged; what is found damaged further on is told where it would stand. */
function fromWhole(after: number, from: number, log: LogBounds): Resumption {
  const since = log.next(after) - 1;
  return since < from ? { since, recovered: true } : { since, recovered: false, gap: { from, to: since } };
}
