import type { LogEntry } from "../../model/event.ts";
import type { MailDraft } from "../../model/mail.ts";

/** Stands for a mail that is only counted: composing it takes longer than the whole evaluation. */
export function addressOnly(
  { seq, event }: LogEntry,
  _cause: unknown,
  { from }: { readonly from: string },
  address: string,
): MailDraft {
  return { alertSeq: seq, address, from, messageId: "", date: event.time, subject: "", text: "", html: "" };
}
