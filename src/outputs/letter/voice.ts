/**
 * The voice of a message: its language, and the texts that are chosen by it. Strangers' text is made fit to be read here:
 * it stays text and cannot rearrange what stands around it.
 */
import { japanMs, minuteMs } from "../../lib/clock.ts";
import { tameLine, tameLines } from "../../lib/text/tame.ts";
import type { EventTypes } from "../../model/event-types.ts";
import type { Language } from "../../model/language.ts";
import type { Alert } from "../../model/news-items.ts";
import { englishPhrases } from "./english.ts";
import { japanesePhrases } from "./japanese.ts";
import type { JapanDay, Phrases, Span } from "./phrases.ts";

export interface Voice {
  readonly language: Language;
  readonly phrases: Phrases;
  /** Types, which have the words of fields. */
  readonly types: EventTypes;
  /** When it speaks, ms since 1970. */
  readonly at: number;
  /** The year in Japan then: of days in another one the year is said. */
  readonly year: number;
}

const phrases: Readonly<Record<Language, Phrases>> = { en: englishPhrases, ja: japanesePhrases };

export function voiceIn(language: Language, types: EventTypes, at: number): Voice {
  return { language, phrases: phrases[language], types, at, year: japanDayOf(at).year };
}

/** The words of a moment, ms since 1970; with the year where it is another one than now. */
export function momentWords(ms: number, { phrases, year }: Voice): string {
  const day = japanDayOf(ms);
  return phrases.day(day, day.year !== year);
}

/** The time of day alone where the day is that of the mail. */
export function shortMoment(ms: number, voice: Voice): string {
  const [then, now] = [japanDayOf(ms), japanDayOf(voice.at)];
  const isToday = then.day === now.day && then.month === now.month && then.year === now.year;
  return isToday && then.clock !== undefined ? then.clock : momentWords(ms, voice);
}

/** The words of a text that is a day or a moment; any other text stays as it is. */
export function inWords(text: string, { phrases, year }: Voice): string {
  const day = readJapanDay(text);
  return day === undefined ? text : phrases.day(day, day.year !== year);
}

/** How long ago a moment is. */
export function spanSince(since: number, { phrases, at }: Voice): string {
  return phrases.span(spanOf(at - since));
}

export const titleMax = 200;
const bodyMax = 20_000;

/**
 * What an alert says, fit to be read, in the language of the mail where its rule has texts in it. A body that begins with
 * the title says it once more: that goes.
 */
export function alertTexts(
  alert: Alert,
  { language }: Voice,
): { readonly title: string; readonly body: string } {
  const said = alert.texts?.[language] ?? alert;
  const title = plainLine(said.title, titleMax) || plainLine(alert.rule, titleMax);
  const body = plainText(said.body, bodyMax);
  if (body === title) return { title, body: "" };
  return { title, body: body.startsWith(`${title}\n`) ? body.slice(title.length).trim() : body };
}

/** Text of at most `max` characters over several lines. */
export function plainText(text: string, max: number): string {
  return cut(tameLines(text, Number.POSITIVE_INFINITY), max);
}

/** Text of at most `max` characters on one line. */
export function plainLine(text: string, max: number): string {
  return cut(tameLine(text, Number.POSITIVE_INFINITY), max);
}

/** Never splits a character. */
function cut(text: string, max: number): string {
  if (text.length <= max) return text;
  // Two more than `max` characters can take: enough to see that there are more.
  const characters = [...text.slice(0, max * 2 + 2)];
  return characters.length <= max ? text : `${characters.slice(0, max - 1).join("")}…`;
}

// Days and moments in Japan, in the parts that a language puts into words.

const dayForm = /^\d{4}-\d{2}-\d{2}$/;
const momentForm = /^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}(:\d{2}(\.\d+)?)?(Z|[+-]\d{2}:\d{2})$/;

/** @param ms since 1970 */
function japanDayOf(ms: number): JapanDay {
  const then = new Date(ms + japanMs);
  return { ...partsOf(then), clock: then.toISOString().slice(11, 16) };
}

/** The day or the moment that a text is, if it is one and nothing else. */
export function readJapanDay(text: string): JapanDay | undefined {
  if (dayForm.test(text)) {
    const day = new Date(text);
    // The 30th of February is the 1st or 2nd of March to some.
    return Number.isNaN(day.getTime()) || day.toISOString().slice(0, 10) !== text ? undefined : partsOf(day);
  }
  if (!momentForm.test(text)) return undefined;
  const ms = Date.parse(text);
  return Number.isNaN(ms) ? undefined : japanDayOf(ms);
}

function partsOf(day: Date): JapanDay {
  return {
    year: day.getUTCFullYear(),
    month: day.getUTCMonth() + 1,
    day: day.getUTCDate(),
    weekday: day.getUTCDay(),
  };
}

/** A length of time in its largest unit, rounded down: 26 hours are one day. */
export function spanOf(ms: number): Span {
  const minutes = Math.max(0, Math.floor(ms / minuteMs));
  if (minutes < 120) return { count: minutes, unit: "minute" };
  const hours = Math.floor(minutes / 60);
  return hours < 48 ? { count: hours, unit: "hour" } : { count: Math.floor(hours / 24), unit: "day" };
}
