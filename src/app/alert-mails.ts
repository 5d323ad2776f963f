/** Which mails an alert asks for: one an address, however many of its recipients share it. */

import type { LogEntry } from "../model/event.ts";
import type { EventTypes } from "../model/known-types.ts";
import type { MailDraft } from "../model/mail.ts";
import type { Firing } from "../model/rule.ts";
import { alertMail } from "../outputs/email/letter/letter.ts";

export interface AlertMailSettings {
  readonly from: string;
  readonly recipients: Readonly<Record<string, readonly string[]>>;
  /** Whether what the cause tells is the simulator's. */
  simulated(cause: LogEntry): boolean;
  readonly feedUrl: string;
  readonly types: EventTypes;
}

/** @param compose what a mail says; by default all of it */
export function alertMails(settings: AlertMailSettings, compose: typeof alertMail = alertMail) {
  return (alert: LogEntry, cause: LogEntry, { notify }: Firing): MailDraft[] => {
    const { from, feedUrl, recipients, types } = settings;
    const names = notify.filter((to) => to.startsWith("email:")).map((to) => to.slice("email:".length));
    const addresses = new Set(names.flatMap((name) => recipients[name] ?? []));
    // A mail about a lost mail to the very address that loses them would never end.
    if (cause.event.type === "mail.failed") addresses.delete(String(cause.event.data.now.address));
    const mail = { from, feedUrl, types, simulated: settings.simulated(cause) };
    return [...addresses].map((address) => compose(alert, cause.event, mail, address));
  };
}
