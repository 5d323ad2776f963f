/**
 * The closed list of what a past cannot show of a life, each with its reason, computed from the world and from what the
 * life was told, never from the past that it is held against. Each turns the events of the life into those that its past
 * must tell.
 */
import { editedComments, minutes, removedComments, votes } from "./comments.ts";
import { correctedMargins, correctedReports, lateDays } from "./publications.ts";
import { latePeriods, revisedPeriods } from "./series.ts";
import type { Told } from "./told.ts";
import type { Difference } from "./truth.ts";

const drop =
  (pattern: RegExp) =>
  (told: readonly Told[]): Told[] =>
    told.filter(({ type }) => !pattern.test(type));

export const differences: readonly Difference[] = [
  {
    reason: "what the monitor tells of itself and of its services is of its life: failures, lateness, rules",
    past: drop(/^(source|rules|mail)\./),
  },
  { reason: "the ranking tells only the ranks of now", past: drop(/^forum\.ranking\./) },
  {
    reason: "votes, edits and removals of comments have no time",
    past: drop(/^forum\.comment\.(voted|edited|removed)$/),
  },
  removedComments,
  editedComments,
  votes,
  minutes,
  correctedReports,
  correctedMargins,
  lateDays,
  revisedPeriods,
  latePeriods,
];

export interface Compared {
  /** Events that a past of the life must tell. */
  readonly past: readonly Told[];
  /** Events of the life that are not, or not so, in its past, with the reason. */
  readonly touched: readonly { readonly told: Told; readonly difference: Difference }[];
}

/** Applies the whole list, one after the other. */
export function pastOf(life: readonly Told[]): Compared {
  let past = life;
  const touched = differences.flatMap((difference) => {
    const before = past;
    past = difference.past(before);
    const kept = new Set(past);
    return before.filter((told) => !kept.has(told)).map((told) => ({ told, difference }));
  });
  return { past, touched };
}
