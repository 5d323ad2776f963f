/** The entry of an alert on the log: what its rule said, about which event, and which watchlists have its stock. */
import { fitRecord } from "../../lib/json/fit-record.ts";
import type { EventDraft, LogEntry } from "../../model/event.ts";
import type { UnmailedReason } from "../../model/mail.ts";
import type { Alert } from "../../model/news-items.ts";
import { type AlertData, type Firing, mostDataBytes } from "../../model/rule.ts";
import { listsWith, type Watchlists } from "../../model/watchlists.ts";

/**
 * Drafts the entry for an alert that begins or ends.
 * @param lists watchlists, of which the alert names those that have its subject
 */
export function alertDraft(
  firing: Firing,
  { seq, event }: LogEntry,
  {
    unmailed,
    lists = {},
  }: { readonly unmailed?: UnmailedReason | undefined; readonly lists?: Watchlists | undefined },
): EventDraft {
  const { rule, key, severity, title, body, texts, labels, notify, flapping, resolved } = firing;
  const { id, type, source, published, occurred } = event;
  const origin = originOf(event);
  const cause = { seq, id, type, source, subject: event.subject, ...(origin !== undefined && { origin }) };
  const recipients = [...notify];
  const now: Alert = { rule, key, severity, title, body, labels: { ...labels }, recipients, cause };
  const subject = firing.subject ?? event.subject;
  // What never came has no item; what ended its alert has one.
  const hasItem = firing.subject === undefined || resolved !== undefined;
  const data = firing.data ?? (hasItem ? dataOfCause(event) : undefined);
  if (data !== undefined) now.data = data;
  const watchlists = listsWith(lists, subject);
  if (watchlists.length > 0) now.watchlists = watchlists;
  if (texts !== undefined) now.texts = { ...texts };
  if (flapping !== undefined) now.flapping = flapping;
  if (unmailed !== undefined) now.unmailed = unmailed;
  if (resolved !== undefined) now.why = resolved;
  const draft: { -readonly [Field in keyof EventDraft]: EventDraft[Field] } = {
    type: resolved === undefined ? "alert.fired" : "alert.resolved",
    source: `/rules/${rule}`,
    subject,
    data: { now },
  };
  if (published !== undefined) draft.published = published;
  if (occurred !== undefined) draft.occurred = occurred;
  if (event.simulated) draft.simulated = true;
  return draft;
}

/** Data of an alert whose rule names none: the item of its cause, or the data of the alert that is its cause. */
function dataOfCause({ type, data: { now } }: LogEntry["event"]): AlertData | undefined {
  return type.startsWith("alert.") ? (now as Partial<Alert>).data : fitRecord(now, mostDataBytes);
}

/** The source of the event at the beginning of an alert that is a cause itself. */
function originOf({ type, data }: LogEntry["event"]): string | undefined {
  if (!type.startsWith("alert.")) return undefined;
  // Absent where a person is the cause.
  const { cause } = data.now as Partial<Alert>;
  return cause?.origin ?? cause?.source;
}
