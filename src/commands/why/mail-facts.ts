/** The mails of an alert, each with its attempts. */
import type { MailFacts } from "./answer.ts";
import { type Inquiry, isoOf } from "./inquiry.ts";

/** @param alertSeq seq of the alert */
export function mailFacts(alertSeq: number, { reader }: Pick<Inquiry, "reader">): MailFacts[] {
  return reader.deliveries.ofAlert(alertSeq).map(({ address, state, queuedAt, attempts, nextAt, tries }) => ({
    ...{ address, state, queuedAt: isoOf(queuedAt), attempts },
    ...(nextAt === undefined ? {} : { nextAt: isoOf(nextAt) }),
    tries: tries.map(({ at, outcome, answer }) => ({ at: isoOf(at), outcome, answer })),
  }));
}
