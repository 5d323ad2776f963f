/** The stocks about which a set of rules spoke most. */
import type { ComposeOtherwise } from "../outputs/mailing.ts";
import type { AskedSpan } from "../settings/span.ts";
import { stockCode } from "../settings/values.ts";
import { addCount, type CountedMail, type Counts, type Letter } from "./tally.ts";

/** A stock about which the rules gave alerts. */
export interface StockOutcome {
  readonly code: string;
  /** Absent where no event names it. */
  readonly name?: string;
  readonly alerts: number;
  readonly mails: number;
}

/** Name of the stock that an entry of the log is about, by its type and seq; undefined: it says none. */
export type NameAt = (type: string, seq: number) => string | undefined;

const most = 10;

/** The ten with the most alerts. Series and sources, which are no stocks, are left out. */
export function loudestStocks({ bySubject, mails }: Counts, nameAt: NameAt): StockOutcome[] {
  const mailed = new Map<string, number>();
  for (const { subject } of mails) addCount(mailed, subject);
  return [...bySubject]
    .filter(([subject]) => stockCode.safeParse(subject).success)
    .map(([code, { alerts, causes }]) => ({ code, alerts, mails: mailed.get(code) ?? 0, causes }))
    .sort((a, b) => b.alerts - a.alerts || b.mails - a.mails || (a.code < b.code ? -1 : 1))
    .slice(0, most)
    .map(({ code, causes, ...counted }) => {
      const [name] = [...causes].flatMap(([type, seq]) => nameAt(type, seq) ?? []);
      return { code, ...(name === undefined ? {} : { name }), ...counted };
    });
}

// The first mails of a span, composed as they would go out, so that a person can judge whether they are worth
// reading.

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
  readonly span: Pick<AskedSpan, "from">;
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
