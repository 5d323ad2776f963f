/**
 * Failures of requests to services, with the places at which an answer differs from its document. All texts can be
 * shown and kept: they contain no secrets and no personal names.
 */

/** One place of an answer, such as `markets/margin-alert data[].Code`, with list positions left out. */
export interface Place {
  readonly path: string;
  readonly expected: string;
  /** The kind of value that is there, such as "nothing" or "text of 5 characters". */
  readonly found: string;
}

/** Reason why an answer, or a record of it, cannot be used. */
export interface Misfit {
  /** At least one; of many the first few. */
  readonly places: readonly Place[];
  /** The record as it came, short, without what may be private; "" where there is none. */
  readonly sample: string;
}

/** A field that no document names. It passes. */
export interface UnknownField {
  readonly path: string;
  readonly found: string;
}

/** A record that cannot be read and was left out, while those beside it were used. */
export interface BadRecord extends Misfit {
  /** Id that stays the same at every poll while the record stays as it is. */
  readonly id: string;
  /** Name of the item, such as a stock code or a series; absent if it cannot be read. */
  readonly name?: string | undefined;
  /** Fields that can be read, by our names; not to be shown. */
  readonly known: Readonly<Record<string, unknown>>;
}

/** Oddities in answers that could be used all the same. */
export interface Oddities {
  readonly unknownFields: readonly UnknownField[];
  readonly badRecords: readonly BadRecord[];
}

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
  "unknown-code", // the service answers, and has no stock or series of this code
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

/** One of several things that are asked for one after another. */
export interface Step {
  /** A day, a stock. */
  readonly name: string;
  /** Its place among all of them, from 0. */
  readonly place: number;
  readonly of: number;
  /** Word for all of them. */
  readonly word: string;
}

/** A failure at a step, which says how far the work came. Anything else is a bug and stays as it is. */
export function failedAt({ name, place, of, word }: Step, error: unknown): unknown {
  if (!(error instanceof Failure)) return error;
  const { reason, message, status, retryAfterMs, misfit } = error;
  const done = place === 0 ? "" : `after ${place} of ${of} ${word}, `;
  return new Failure(reason, `${done}${name}: ${message}`, { status, retryAfterMs, misfit, cause: error });
}
