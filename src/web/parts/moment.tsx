/** Moments, days and months as the page's language writes them, all in Japan's time. */

import { dayMs, japanMs } from "../../lib/clock.ts";
import { jstDay } from "../../model/dates.ts";
import type { Language } from "../../model/language.ts";
import { useWords } from "../state/reader.ts";
import { partWords } from "./words.ts";

interface MomentProps {
  /** ISO with a zone, or ms since 1970. What is no time is shown as it is. */
  readonly at: string | number;
  /** `short`: day and minutes, the clock alone today; `full`: year to seconds; `clock`: to seconds. */
  readonly form?: "short" | "full" | "clock";
}

export function ShownMoment({ at, form = "short" }: MomentProps) {
  const words = useWords(partWords);
  const ms = typeof at === "number" ? at : Date.parse(at);
  if (!Number.isFinite(ms)) return <span>{String(at)}</span>;
  const { year, month, day, clock, date } = inJapan(ms);
  const today = inJapan(Date.now());
  const full = words.moment(year, month, day, clock);
  const minutes = clock.slice(0, 5);
  const short =
    date === today.date ? minutes : words.moment(year === today.year ? "" : year, month, day, minutes);
  return (
    <time dateTime={new Date(ms).toISOString()} title={words.japan(full)}>
      {{ short, full, clock }[form]}
    </time>
  );
}

interface Japan {
  readonly year: string;
  readonly month: number;
  readonly day: number;
  /** Such as 09:05:00. */
  readonly clock: string;
  /** Such as 2026-11-20. */
  readonly date: string;
}

// Not by Intl, whose words differ between browsers.
function inJapan(ms: number): Japan {
  const iso = new Date(ms + japanMs).toISOString();
  const date = iso.slice(0, 10);
  return {
    year: date.slice(0, 4),
    month: Number(date.slice(5, 7)),
    day: Number(date.slice(8)),
    clock: iso.slice(11, 19),
    date,
  };
}

const calendar = /^(\d{4})-(\d{2})(?:-(\d{2}))?$/;

/** @param text a day or a month as services and the log write it; anything else stays as it is */
export function shownDay(text: string, language: Language): string {
  const [, year = "", month, day] = calendar.exec(text) ?? [];
  if (month === undefined || Number(month) < 1 || Number(month) > 12) return text;
  const words = partWords[language];
  return day === undefined
    ? words.month(year, Number(month))
    : words.moment(year, Number(month), Number(day), "");
}

/** A day where it is midnight in Japan, else the day and the minute. @param at ms since 1970 */
export function shownTime(at: number, language: Language): string {
  const [day, time] = [shownDay(jstDay(at), language), clockText(at)];
  return time === "00:00" ? day : `${day} ${time}`;
}

/** The time of day in Japan, to the minute. */
function clockText(at: number): string {
  return new Date(at + japanMs).toISOString().slice(11, 16);
}

/** Texts below an axis of time: the year, the month, the day or the minute in Japan, with what it is part of. */
export function axisTexts(splits: readonly number[], step: number, language: Language): string[] {
  const words = partWords[language];
  let before = "";
  return splits.map((at) => {
    const iso = jstDay(at);
    const [year = "", month, day] = iso.split("-");
    const [own, whole] =
      step >= 360 * dayMs
        ? [words.year(year), ""]
        : step >= 28 * dayMs
          ? [words.month("", Number(month)), words.year(year)]
          : step >= dayMs
            ? [words.moment("", Number(month), Number(day), ""), words.year(year)]
            : [clockText(at), shownDay(iso, language)];
    const text = whole === before || whole === "" ? own : `${own}\n${whole}`;
    before = whole;
    return text;
  });
}
