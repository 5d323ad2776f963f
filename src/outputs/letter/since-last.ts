/** What changed of an alert since the reader was told of it before: its own words, and the item that it is about. */
import type { LogEntry } from "../../model/event.ts";
import { changedFields } from "../../model/event.ts";
import type { ToldAlert } from "../../model/notification.ts";
import type { MailFacts } from "../member.ts";
import { wordsFor } from "./field-words.ts";
import { alertOf } from "./told.ts";
import { type ContentRow, changeRow, daysLast } from "./values.ts";
import { alertTexts, type Voice } from "./voice.ts";

type Known = Pick<MailFacts, "entryAt" | "itemKey">;

/**
 * Rows of what differs between the alert that the reader was told before and this one.
 * @param left names of fields of the item that the mail shows elsewhere
 */
export function changesSince(
  { entry, before, cause }: ToldAlert,
  known: Known,
  voice: Voice,
  left: readonly string[],
): ContentRow[] {
  if (before === undefined || before.seq === entry.seq) return [];
  const [was, now] = [alertOf(before), alertOf(entry)];
  const { labels, severities } = voice.phrases;
  const own: ContentRow[] = [];
  const [wasTitle, nowTitle] = [alertTexts(was, voice).title, alertTexts(now, voice).title];
  // The present title stands above.
  if (wasTitle !== nowTitle) own.push({ label: labels.titleBefore, now: wasTitle });
  if (was.severity !== now.severity)
    own.push({ label: labels.severity, was: severities[was.severity], now: severities[now.severity] });
  const earlier = known.entryAt?.(was.cause.seq);
  const isOfOneItem = earlier !== undefined && cause !== undefined && isSameItem(earlier, cause, known);
  return isOfOneItem ? [...own, ...itemChanges(earlier, cause, voice, left)] : own;
}

function itemChanges(was: LogEntry, now: LogEntry, voice: Voice, left: readonly string[]): ContentRow[] {
  const [before, after] = [was.event.data.now, now.event.data.now];
  const wordsOf = wordsFor(now.event.type, voice);
  const fields = changedFields(before, after).filter((field) => !left.includes(field));
  return daysLast(fields, after, before).flatMap((field) => changeRow(field, before, after, wordsOf, voice));
}

/** Fields of another comment, or of another seller's position, say nothing about a change. */
function isSameItem({ event: one }: LogEntry, { event: other }: LogEntry, { itemKey }: Known): boolean {
  const family = (type: string) => type.slice(0, type.lastIndexOf("."));
  const isOfOneKind =
    one.subject === other.subject && one.source === other.source && family(one.type) === family(other.type);
  return isOfOneKind && itemKey?.(one) === itemKey?.(other);
}
