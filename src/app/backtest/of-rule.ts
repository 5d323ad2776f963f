/** The part of an evaluation that one rule gave. */
import type { Alert } from "../../model/news-items.ts";
import type { Replayed } from "../../pipeline/replay.ts";

/** Leaves out alerts, mails and suppressions of any other rule. */
export function onlyOf(rule: string) {
  return (evaluation: Replayed): Replayed => {
    const alerts = evaluation.alerts.filter(
      ({ event }) => (event.data.now as unknown as Alert).rule === rule,
    );
    const kept = new Set(alerts.map(({ seq }) => seq));
    return {
      ...evaluation,
      alerts,
      notices: evaluation.notices.filter(({ alertSeq }) => kept.has(alertSeq)),
      mails: evaluation.mails.filter(({ alertSeq }) => kept.has(alertSeq)),
      suppressions: evaluation.suppressions.filter((one) => one.rule === rule),
    };
  };
}
