/** Days ahead as the text of a calendar, by RFC 5545: each a whole day, which takes nobody's time. */
import ICAL from "ical.js";
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
  const calendar = new ICAL.Component(["vcalendar", [], []]);
  calendar.addPropertyWithValue("version", "2.0");
  calendar.addPropertyWithValue("prodid", "-//Yagura//Dates ahead//EN");
  calendar.addPropertyWithValue("x-wr-calname", words[language].title);
  const stamp = ICAL.Time.fromJSDate(new Date(now), true);
  for (const date of dates) calendar.addSubcomponent(entryOf(date, language, stamp));
  return `${calendar.toString()}\r\n`;
}

function entryOf(date: DateAhead, language: Language, stamp: ICAL.Time): ICAL.Component {
  const entry = new ICAL.Component("vevent");
  const name = nameFor(language, date);
  const stock =
    name === undefined ? date.subject : words[language].stock(tameLine(name, nameMax), date.subject);
  const mark = date.isSimulated ? "SIMULATED " : "";
  entry.addPropertyWithValue("uid", date.uid);
  entry.addPropertyWithValue("dtstamp", stamp);
  entry.addPropertyWithValue("dtstart", ICAL.Time.fromDateString(date.day));
  entry.addPropertyWithValue("dtend", ICAL.Time.fromDateString(addDays(date.day, 1)));
  entry.addPropertyWithValue("summary", `${mark}${stock} ${date.title[language]}`);
  entry.addPropertyWithValue("transp", "TRANSPARENT");
  return entry;
}
