/** What an event changed, in the words of mails, for whoever shows events elsewhere. */
import type { EventDraft } from "../model/event.ts";
import type { EventTypes } from "../model/event-types.ts";
import type { Language } from "../model/notification.ts";
import type { ContentRow } from "./letter/values.ts";
import { itemRows } from "./letter/values.ts";
import { voiceIn } from "./letter/voice.ts";

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
