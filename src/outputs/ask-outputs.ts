/** Deliveries of alerts as their rules' `notify` alone asks for them: at once, and one message an address and event. */
import type { LogEntry } from "../model/event.ts";
import type { MailDraft, Planned } from "../model/mail.ts";
import type { Notification } from "../model/notification.ts";
import type { Firing } from "../model/rule.ts";
import type { OutputSettings } from "./index.ts";
import { createMailing, type MailingFacts } from "./mailing.ts";

/** Composes a delivery to an address; undefined leaves it to its output. */
export type Compose = (alert: LogEntry, address: string) => MailDraft | undefined;

/** Plans the deliveries of the alerts that one event gives together: for each of them, in their order. */
export type PlanDeliveries = (firings: readonly Firing[], cause: LogEntry) => Planned[];

export function askOutputs(settings: OutputSettings, facts: MailingFacts, compose?: Compose): PlanDeliveries {
  const mailing = createMailing(
    settings,
    facts,
    compose && (({ told: [lead] }, address) => lead && compose(lead.entry, address)),
  );
  return (firings, cause) => {
    const alerts = new Map<Firing, LogEntry>();
    return mailing.unmailed(firings, cause).map((unmailed, index) => ({
      unmailed,
      // The mails of all come with the last alert, since they name each other.
      drafts(alert) {
        const firing = firings[index];
        if (firing !== undefined) alerts.set(firing, alert);
        if (alerts.size < firings.length) return [];
        return mailing.compose(firings.flatMap((one) => notificationsOf(one, alerts.get(one), cause)));
      },
    }));
  };
}

function notificationsOf(firing: Firing, alert: LogEntry | undefined, cause: LogEntry): Notification[] {
  if (alert === undefined || firing.resolved !== undefined) return [];
  const { id, time } = alert.event;
  const at = Date.parse(time);
  return firing.notify.map((receiver) => ({
    kind: "alert",
    name: id,
    receiver,
    route: "",
    language: "en",
    at,
    told: [{ entry: alert, cause, reason: "first", times: 1, since: at }],
    all: 1,
  }));
}
