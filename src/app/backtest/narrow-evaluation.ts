/** The part of an evaluation that a report is asked about. */
import type { Replayed } from "../../pipeline/replay.ts";

interface Wanted {
  alert(entry: Replayed["alerts"][number]): boolean;
  suppression(suppression: Replayed["suppressions"][number]): boolean;
}

/** Leaves out the other alerts, with their decisions and mails, and the other suppressions. */
export function narrowEvaluation(evaluation: Replayed, wanted: Wanted): Replayed {
  const alerts = evaluation.alerts.filter(wanted.alert);
  const kept = new Set(alerts.map(({ seq }) => seq));
  return {
    ...evaluation,
    alerts,
    notices: evaluation.notices.filter(({ alertSeq }) => kept.has(alertSeq)),
    mails: evaluation.mails.filter(({ alertSeq }) => kept.has(alertSeq)),
    suppressions: evaluation.suppressions.filter(wanted.suppression),
  };
}
