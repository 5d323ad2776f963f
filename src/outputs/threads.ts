/** Threads among messages that are made together: a later one about an episode follows an earlier one. */
import type { MailDraft } from "../model/mail.ts";
import type { Alert } from "../model/news-items.ts";
import type { Notification, NotificationThread } from "../model/notification.ts";

export interface Threads {
  /** Makes the message to an address, in the thread that it goes on by then. */
  follow<Draft extends MailDraft>(
    notification: Notification,
    address: string,
    make: (threaded: Notification) => Draft,
  ): Draft;
}

/** What was kept before says only how threads stood before all of these messages. */
export function createThreads(): Threads {
  const latest = new Map<string, NotificationThread>();
  return {
    follow(notification, address, make) {
      const place = placeOf(notification, address);
      if (place === undefined) return make(notification);
      const before = latest.get(place);
      const { name, thread = before } = notification;
      const known = thread && { ...thread, latest: before?.latest ?? thread.latest };
      const made = make({ ...notification, thread: known });
      if (isEnd(notification)) latest.delete(place);
      else
        latest.set(place, {
          first: known?.first ?? name,
          latest: name,
          subject: known?.subject || made.subject,
        });
      return made;
    },
  };
}

/** The episode that a message leads with, for one address; undefined: it is about several. */
function placeOf({ kind, receiver, told: [lead] }: Notification, address: string): string | undefined {
  if (kind !== "alert" || lead === undefined) return undefined;
  const { rule, key } = lead.entry.event.data.now as unknown as Alert;
  return JSON.stringify([receiver, address, rule, key]);
}

function isEnd({ told: [lead] }: Notification): boolean {
  return lead?.entry.event.type === "alert.resolved";
}
