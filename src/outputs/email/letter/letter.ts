/** Alerts as mails: one draft an address. Pure. */
import { createHash } from "node:crypto";
import type { Event, LogEntry } from "../../../model/event.ts";
import type { EventTypes } from "../../../model/known-types.ts";
import type { MailDraft } from "../../../model/mail.ts";
import { alert as alertItem } from "../../../model/news-items.ts";
import { mailContent } from "./content.ts";
import { htmlPart } from "./html.ts";
import { textPart } from "./text.ts";

export interface MailSettings {
  /** The From header, such as `Yagura <yagura@example.com>`. */
  readonly from: string;
  /** Whether the cause's data is the simulator's. */
  readonly simulated: boolean;
  readonly feedUrl?: string;
  /** What the words of fields come from. */
  readonly types: EventTypes;
}

const marks = { info: "", warning: "Warning: ", critical: "Critical: " };

/**
 * @param entry an `alert.fired`; anything else throws, since it is a bug
 * @param cause the event that the rule matched
 */
export function alertMail(entry: LogEntry, cause: Event, settings: MailSettings, address: string): MailDraft {
  const alert = alertItem.parse(entry.event.data.now);
  const content = mailContent(alert, cause, settings);
  const { from, simulated } = settings;
  return {
    alertSeq: entry.seq,
    address,
    from,
    messageId: messageIdOf(entry.event.id, address, from),
    date: entry.event.time,
    subject: `${simulated ? "[SIMULATED] " : ""}[Yagura] ${marks[content.severity]}${content.title}`,
    text: textPart(content),
    html: htmlPart(content),
  };
}

/** The same alert and address always have the same Message-ID; the address itself is not readable in it. */
export function messageIdOf(alertId: string, address: string, from: string): string {
  const hash = createHash("sha256")
    .update(JSON.stringify([alertId, address]))
    .digest("hex")
    .slice(0, 16);
  const domain = /@([A-Za-z0-9.-]+)>?\s*$/.exec(from)?.[1] ?? "yagura.invalid";
  return `<${alertId.replace(/[^A-Za-z0-9.-]/g, "-")}.${hash}@${domain}>`;
}
