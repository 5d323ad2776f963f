import type { Misfit } from "./misfit.ts";

/** Reasons why a request to a remote service gave no usable answer. The list is closed. */
export const failureReasons = [
  "unreachable", // no connection, or it broke before an answer
  "timeout", // connect, headers or body took too long
  "refused", // 401 or 403: the key or the plan
  "rejected", // another 4xx: what was asked is not accepted
  "rate-limited", // 429
  "server-error", // 5xx
  "redirected", // sent to another host
  "too-large", // more than the size limit after decompression
  "incomplete", // a cut body, missing pages, half a listing
  "malformed", // not the format, or required fields missing or of a wrong type
  "service-error", // an error inside an answer that looks fine
  "drifted", // the interface itself seems to have changed
] as const;

export type FailureReason = (typeof failureReasons)[number];

export class Failure extends Error {
  readonly reason: FailureReason;
  /** HTTP status, where there was one. */
  readonly status: number | undefined;
  /** Wait that the service asked for, ms. */
  readonly retryAfterMs: number | undefined;
  /** Place at which the answer differs from its document, if that is the reason. */
  readonly misfit: Misfit | undefined;

  constructor(
    reason: FailureReason,
    message: string,
    more: {
      status?: number | undefined;
      retryAfterMs?: number | undefined;
      misfit?: Misfit | undefined;
      cause?: unknown;
    } = {},
  ) {
    super(message, more.cause === undefined ? {} : { cause: more.cause });
    this.name = "Failure";
    this.reason = reason;
    this.status = more.status;
    this.retryAfterMs = more.retryAfterMs;
    this.misfit = more.misfit;
  }
}
