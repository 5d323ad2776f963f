/** The records of a set that stand: each as its service showed it last, until it is gone or forgotten. */
import type { StandingAnswers } from "../../model/standing.ts";
import { keyOf } from "../../upstreams/record.ts";
import { datesOf, type RecordsOptions, type Stored, subjectOf } from "./state.ts";

export function standingRecords(options: Pick<RecordsOptions, "set" | "key">): StandingAnswers {
  const { set, key } = options;
  return {
    passing: [],
    effect: (type) => (type.endsWith(".removed") ? "gone" : "stands"),
    keyOf: (now) => keyOf(now, key),
    subjectOf: (now) => subjectOf(now, options),
    datesOf: (now) => datesOf(now, set),
    replaces: () => true,
    stored: (body) => ({ now: (body as Stored).record }),
    past: undefined,
  };
}
