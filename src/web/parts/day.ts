/** Days and months as the page's language writes them; moments of charts, which are days where they are midnight. */
import { jstDay } from "../../model/dates.ts";
import { words } from "./words.ts";

type Language = "en" | "ja";

const calendar = /^(\d{4})-(\d{2})(?:-(\d{2}))?$/;

/** @param text a day or a month as services and the log write it; anything else stays as it is */
export function dayText(text: string, language: Language): string {
  const [, year = "", month, day] = calendar.exec(text) ?? [];
  if (month === undefined || Number(month) < 1 || Number(month) > 12) return text;
  const said = words[language];
  return day === undefined
    ? said.month(year, Number(month))
    : said.moment(year, Number(month), Number(day), "");
}

/** A day where it is midnight in Japan, else the day and the minute. @param at ms since 1970 */
export function momentText(at: number, language: Language): string {
  const [day, time] = [dayText(jstDay(at), language), clockText(at)];
  return time === "00:00" ? day : `${day} ${time}`;
}

/** The time of day in Japan, to the minute. */
function clockText(at: number): string {
  return new Date(at + 9 * 3_600_000).toISOString().slice(11, 16);
}

const dayMs = 86_400_000;

/** Texts below an axis of time: the year, the month, the day or the minute in Japan, with what it is part of. */
export function axisTexts(splits: readonly number[], step: number, language: Language): string[] {
  const said = words[language];
  let before = "";
  return splits.map((at) => {
    const iso = jstDay(at);
    const [year = "", month, day] = iso.split("-");
    const [own, whole] =
      step >= 360 * dayMs
        ? [said.year(year), ""]
        : step >= 28 * dayMs
          ? [said.month("", Number(month)), said.year(year)]
          : step >= dayMs
            ? [said.moment("", Number(month), Number(day), ""), said.year(year)]
            : [clockText(at), dayText(iso, language)];
    const text = whole === before || whole === "" ? own : `${own}\n${whole}`;
    before = whole;
    return text;
  });
}
