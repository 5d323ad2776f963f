/** Days ahead as the text of a calendar, by RFC 5545: each a whole day, which takes nobody's time. */
import ical, { type ICalCalendar, ICalEventTransparency } from "ical-generator";
import { tameLine } from "../../lib/text/tame.ts";
import { addDays } from "../../model/dates.ts";
import { type Language, nameFor } from "../../model/language.ts";
import type { DateAhead } from "../../model/page/dates.ts";

const words = {
  en: { title: "Yagura: dates ahead", stock: (name: string, code: string) => `${name} (${code})` },
  ja: { title: "Yagura：今後の予定", stock: (name: string, code: string) => `${name}（${code}）` },
} as const;

const nameMax = 200;

/** @param now ms since 1970 */
export function calendarOf(dates: readonly DateAhead[], language: Language, now: number): string {
  const calendar = ical({ name: words[language].title, prodId: "-//Yagura//Dates ahead//EN" });
  for (const date of dates) addEntry(calendar, date, language, new Date(now));
  return `${calendar.toString()}\r\n`;
}

function addEntry(calendar: ICalCalendar, date: DateAhead, language: Language, stamp: Date): void {
  const name = nameFor(language, date);
  const stock =
    name === undefined ? date.subject : words[language].stock(tameLine(name, nameMax), date.subject);
  const mark = date.isSimulated ? "SIMULATED " : "";
  calendar.createEvent({
    ...{ id: date.uid, stamp, allDay: true, transparency: ICalEventTransparency.TRANSPARENT },
    start: new Date(date.day),
    end: new Date(addDays(date.day, 1)),
    summary: `${mark}${stock} ${date.title[language]}`,
  });
}
