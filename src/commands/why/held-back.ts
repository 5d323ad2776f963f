/** Suppressions, in the form of an answer. */
import { type Suppression, type SuppressionReason, suppressionReasons } from "../../model/suppression.ts";
import type { HeldBackFacts } from "./answer.ts";
import { type Inquiry, isoOf } from "./inquiry.ts";

export function heldBackFacts({ reason, at, until, causeSeq }: Suppression): HeldBackFacts {
  return {
    ...{ reason, message: suppressionReasons[reason], at: isoOf(at) },
    ...(until === undefined ? {} : { until: isoOf(until) }),
    cause: causeSeq,
  };
}

/** A reason that no rule had to do with. */
export function withheldFacts(
  reason: SuppressionReason,
  more: Omit<HeldBackFacts, "reason" | "message"> & { readonly message?: string },
): HeldBackFacts {
  return { reason, message: suppressionReasons[reason], ...more };
}

const aroundMs = 7 * 86_400_000;
const mostRead = 1_000;

interface GivenAlert {
  readonly rule: string;
  readonly key: string;
  /** ms since 1970. */
  readonly at: number;
  /** seq of the event that brought it about. */
  readonly causeSeq: number;
}

/**
 * Suppressions of the same alert in the week before one that was given and in the week after, the nearest first. What
 * an event asked for that came after the cause is after it, also where both were committed together.
 */
export function heldBackAround(
  { at, causeSeq, ...alert }: GivenAlert,
  { reader }: Inquiry,
): { before: HeldBackFacts[]; after: HeldBackFacts[] } {
  const { suppressions } = reader;
  const limit = mostRead;
  const upTo = suppressions.ofAlert(alert, { limit, from: at - aroundMs, to: at, order: "latest" });
  const later = suppressions.ofAlert(alert, { limit, from: at + 1, to: at + aroundMs, order: "earliest" });
  const isBefore = (each: Suppression) => each.causeSeq <= causeSeq;
  const meanwhile = upTo.filter((each) => !isBefore(each)).reverse();
  return {
    before: upTo.filter(isBefore).map(heldBackFacts),
    after: [...meanwhile, ...later].slice(0, limit).map(heldBackFacts),
  };
}
