/** A time in Japan: short in the text, whole with its zone where one points at it. */
/// <reference lib="dom" />
import { useWords } from "../shell/language.tsx";
import { words } from "./words.ts";

const japanMs = 9 * 3_600_000;

interface MomentProps {
  /** ISO with a zone, or ms since 1970. What is no time is shown as it is. */
  readonly at: string | number;
  /** `short`: day and minutes, the clock alone today; `full`: year to seconds; `clock`: to seconds. */
  readonly form?: "short" | "full" | "clock";
}

export function Moment({ at, form = "short" }: MomentProps) {
  const said = useWords(words);
  const ms = typeof at === "number" ? at : Date.parse(at);
  if (!Number.isFinite(ms)) return <span>{String(at)}</span>;
  const { year, month, day, clock, date } = inJapan(ms);
  const today = inJapan(Date.now());
  const full = said.moment(year, month, day, clock);
  const minutes = clock.slice(0, 5);
  const short =
    date === today.date ? minutes : said.moment(year === today.year ? "" : year, month, day, minutes);
  return (
    <time dateTime={new Date(ms).toISOString()} title={said.japan(full)}>
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
