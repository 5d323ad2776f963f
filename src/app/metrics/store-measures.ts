/** What is measured of the database, and of what waits in it. */
import { statSync } from "node:fs";
import type { Measure } from "../../lib/measure.ts";
import { type NoticeReason, noticeReasons } from "../../model/alerts.ts";
import { outputMembers } from "../../outputs/index.ts";
import type { Store } from "../../store/store.ts";

export function storeMeasures({ path, log, failure, alerts, deliveries }: Store): Measure[] {
  const queueing = outputMembers.filter(({ queued }) => queued !== undefined);
  return [
    {
      name: "yagura_database_writable",
      help: "1, or 0 while the database cannot be written.",
      kind: "gauge",
      read: () => (failure() === undefined ? 1 : 0),
    },
    {
      name: "yagura_database_size_bytes",
      help: "Size of the database with its write-ahead log.",
      kind: "gauge",
      read: () => sizeOf(path) + sizeOf(`${path}-wal`),
    },
    { name: "yagura_log_seq", help: "The last seq on the log.", kind: "gauge", read: log.head },
    {
      name: "yagura_alerts_open",
      help: "Alerts that are open: fired and not resolved.",
      kind: "gauge",
      read: () => alerts.count("episode"),
    },
    {
      name: "yagura_notices_waiting",
      help: "Alerts that wait to be sent to a receiver, by the reason: a group, a digest, a silence and so on.",
      kind: "gauge",
      read() {
        const waiting = alerts.waitingReasons();
        return Object.keys(noticeReasons).map((reason) => ({
          labels: { reason },
          value: waiting[reason as NoticeReason] ?? 0,
        }));
      },
    },
    {
      name: "yagura_deliveries",
      help: "Deliveries of an output that are kept unsent, by state: waiting to be sent, or failed, which is given up.",
      kind: "gauge",
      read: () =>
        queueing.flatMap(({ name: output }) => {
          const unsent = Object.entries(deliveries.unsent(output));
          return unsent.map(([state, value]) => ({ labels: { output, state }, value }));
        }),
    },
  ];
}

/** Size in bytes; 0 where there is no such file, or it cannot be seen. */
function sizeOf(path: string): number {
  try {
    return statSync(path, { throwIfNoEntry: false })?.size ?? 0;
  } catch {
    return 0;
  }
}
