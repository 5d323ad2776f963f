/** What held alerts back, as it is told. */
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

/** The same alert held back in the week before a moment and in the week after, both the nearest first. */
export function heldBackAround(
  { at, ...alert }: { rule: string; key: string; at: number },
  { reader }: Inquiry,
): { before: HeldBackFacts[]; after: HeldBackFacts[] } {
  const { suppressions } = reader;
  const limit = mostRead;
  const before = suppressions.ofAlert(alert, { limit, from: at - aroundMs, to: at, order: "latest" });
  const after = suppressions.ofAlert(alert, { limit, from: at + 1, to: at + aroundMs, order: "earliest" });
  return { before: before.map(heldBackFacts), after: after.map(heldBackFacts) };
}
