/** Fields of an event in the words of mails, for what else shows it to people. */
import type { Event, EventDraft } from "../model/event.ts";
import type { EventTypes } from "../model/event-types.ts";
import type { Language } from "../model/language.ts";
import type { ContentRow } from "./letter/content.ts";
import { type ItemRows, itemRows } from "./letter/values.ts";
import { voiceIn } from "./letter/voice.ts";

interface WordsAsked {
  readonly language: Language;
  readonly types: EventTypes;
  /** The time, ms since 1970: of days in another year the year is said. */
  readonly at: number;
}

/** What an event changed and the other fields of its item; hidden ones are left out. */
export function eventRows(
  event: Pick<Event, "type" | "data">,
  { language, types, at }: WordsAsked,
): ItemRows {
  // The code is told beside them.
  return itemRows(event, voiceIn(language, types, at), { left: ["code"] });
}

/**
 * The fields that differ, each with its label, its value now and the one before, in every language.
 * @param at when it is read, ms since 1970: of days in another year the year is said
 */
export function changeWords(
  event: Pick<EventDraft, "type" | "data">,
  types: EventTypes,
  at: number,
): Readonly<Record<Language, readonly ContentRow[]>> {
  const rows = (language: Language) => itemRows(event, voiceIn(language, types, at)).changes;
  return { en: rows("en"), ja: rows("ja") };
}
