/** Where a subscription starts, and whether anything is missing before that. Pure. */
import type { Gap } from "./server-frames.ts";

export interface ResumeRequest {
  readonly since?: number | "start" | undefined;
  readonly epoch?: string | undefined;
}

export interface LogBounds {
  readonly epoch: string;
  readonly head: number;
  readonly oldest: number;
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
  if (since === "start") return { since: log.oldest - 1, recovered: true };
  const elsewhere = request.epoch !== undefined && request.epoch !== log.epoch;
  // A seq that this log never reached was counted in another one, whatever the client believes.
  if (elsewhere || since > log.head) {
    return { since: log.head, recovered: false, gap: { from: 1, to: log.head } };
  }
  if (since < log.oldest - 1) {
    return { since: log.oldest - 1, recovered: false, gap: { from: since + 1, to: log.oldest - 1 } };
  }
  return { since, recovered: true };
}
