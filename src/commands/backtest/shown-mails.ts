/** The first mails of a span, composed as they would go out, so that a person can judge whether they are worth reading. */

import type { Span } from "../../app/span.ts";
import type { LogEntry } from "../../model/event.ts";
import type { MailDraft } from "../../model/mail.ts";
import type { CountedMail, Letter } from "./tally.ts";

/** Composes a delivery of an alert to an address; undefined leaves it to its output. */
export type Compose = (alert: LogEntry, address: string) => MailDraft | undefined;

/** A mail as its readers would get it. */
export interface ShownMail extends Letter {
  /** ISO. */
  readonly time: string;
  readonly recipients: readonly string[];
}

/** Stands for a mail of which only matters that it would go out: what it says takes longer than the whole evaluation. */
export function addressOnly({ seq, event }: LogEntry, address: string): MailDraft {
  return {
    alertSeq: seq,
    address,
    from: "",
    messageId: "",
    date: event.time,
    subject: "",
    text: "",
    html: "",
  };
}

interface Wanted {
  readonly span: Pick<Span, "from">;
  /** Number of alerts whose mails are composed. */
  readonly most: number;
  /** Stocks about which alerts count; undefined: everything does. */
  readonly codes: ReadonlySet<string> | undefined;
}

/** Leaves the first mails to their output, and stands for the others. */
export function composeFirst({ span, most, codes }: Wanted): Compose {
  const composed = new Set<number>();
  const isWanted = ({ seq, event: { subject, time } }: LogEntry) =>
    composed.has(seq) ||
    (composed.size < most && Date.parse(time) >= span.from && codes?.has(subject) !== false);
  return (alert, address) => {
    if (!isWanted(alert)) return addressOnly(alert, address);
    composed.add(alert.seq);
    return undefined;
  };
}

/** The first mails in order of time; one that goes to several addresses is one. */
export function shownMails(mails: readonly CountedMail[], most: number): ShownMail[] {
  const shown = new Map<string, ShownMail>();
  for (const { address, at, cause, rule, letter } of mails.toSorted((a, b) => a.at - b.at)) {
    const key = JSON.stringify([at, cause, rule, letter?.title]);
    const known = shown.get(key);
    if (letter === undefined || (known === undefined && shown.size === most)) continue;
    const recipients = [...(known?.recipients ?? []), address];
    shown.set(key, { time: new Date(at).toISOString(), recipients, ...letter });
  }
  return [...shown.values()];
}
