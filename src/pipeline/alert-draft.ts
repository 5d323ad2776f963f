import type { EventDraft, LogEntry } from "../model/event.ts";
import type { UnmailedReason } from "../model/mail.ts";
import type { Alert } from "../model/news-items.ts";
import type { Firing } from "../model/rule.ts";

/** Drafts the entry for an alert that begins or ends. */
export function alertDraft(
  firing: Firing,
  { seq, event }: LogEntry,
  unmailed: UnmailedReason | undefined,
): EventDraft {
  const { rule, key, severity, title, body, labels, notify, flapping, resolved } = firing;
  const { id, type, source, subject, published, occurred } = event;
  const cause = { seq, id, type, source, subject };
  const recipients = [...notify];
  const now: Alert = { rule, key, severity, title, body, labels: { ...labels }, recipients, cause };
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
  return draft;
}
