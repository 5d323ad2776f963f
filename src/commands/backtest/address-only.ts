import type { LogEntry } from "../../model/event.ts";
import type { MailDraft } from "../../model/mail.ts";

/** Stands for a mail of which only matters that it would go out: what it says takes longer than all the judging. */
export function addressOnly(
  { seq, event }: LogEntry,
  _cause: unknown,
  { from }: { readonly from: string },
  address: string,
): MailDraft {
  return { alertSeq: seq, address, from, messageId: "", date: event.time, subject: "", text: "", html: "" };
}
