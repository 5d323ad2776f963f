/** The first mails of a span, composed as they would go out, so that a person can judge whether they are worth reading. */

import type { ComposeOtherwise } from "../outputs/mailing.ts";
import type { Span } from "../settings/span.ts";
import type { CountedMail, Letter } from "./tally.ts";

/** A mail as its readers would get it. */
export interface ShownMail extends Letter {
  /** ISO. */
  readonly time: string;
  readonly recipients: readonly string[];
}

/**
 * Stands for a mail of which only matters that it would go out, and when: what it says takes longer than the whole
 * evaluation.
 */
export const addressOnly: ComposeOtherwise = ({ told: [lead], at }, address) =>
  lead && {
    alertSeq: lead.entry.seq,
    address,
    from: "",
    messageId: "",
    date: new Date(at).toISOString(),
    subject: "",
    text: "",
    html: "",
  };

interface Wanted {
  readonly span: Pick<Span, "from">;
  /** Number of alerts whose mails are composed. */
  readonly most: number;
  /** Stocks about which alerts count; undefined: everything does. */
  readonly codes: ReadonlySet<string> | undefined;
}

/** Leaves the first mails to their output, and stands for the others. */
export function composeFirst({ span, most, codes }: Wanted): ComposeOtherwise {
  const composed = new Set<number>();
  return (notification, address) => {
    const { told, at } = notification;
    const [lead] = told;
    if (lead === undefined) return undefined;
    const { seq, event } = lead.entry;
    const isNext = composed.size < most && at >= span.from && codes?.has(event.subject) !== false;
    if (!composed.has(seq) && !isNext) return addressOnly(notification, address);
    composed.add(seq);
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
