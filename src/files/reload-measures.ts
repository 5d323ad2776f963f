/** What is measured of the rules' files: how often they were taken or refused, and whether the last look was in order. */
import { createTally, type Measure } from "../lib/measure.ts";

export interface ReloadMeasures {
  readonly measures: readonly Measure[];
  /** The files were looked at, at the start or after an edit. */
  took(isTaken: boolean): void;
}

/** @param now ms since 1970 */
export function createReloadMeasures(now: () => number): ReloadMeasures {
  let isTaken = true;
  let takenAt = 0;
  const reloads = createTally(
    {
      name: "yagura_rules_reloads_total",
      help: "Looks at the rules' files by outcome, that of the start among them: loaded, or refused with the rules before still active.",
      labels: ["outcome"],
    },
    [["loaded"], ["refused"]],
  );
  return {
    measures: [
      reloads,
      {
        name: "yagura_rules_last_reload_successful",
        help: "1, or 0 while the files are not used as they are.",
        kind: "gauge",
        read: () => (isTaken ? 1 : 0),
      },
      {
        name: "yagura_rules_last_reload_success_timestamp_seconds",
        help: "When files were last taken as they were, in seconds since 1970; 0: not since the start.",
        kind: "gauge",
        read: () => takenAt / 1_000,
      },
    ],
    took(isWell) {
      reloads.count([isWell ? "loaded" : "refused"]);
      isTaken = isWell;
      if (isWell) takenAt = now();
    },
  };
}
