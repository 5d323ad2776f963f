/**
 * What charts stand in: a part of a view about numbers over time, with from when and where its data is and the numbers as
 * a table; and the stretch of time that is shown, in the address: some days up to now, or from one day to another.
 */

import type { ComponentChildren } from "preact";
import { dayMs } from "../../../lib/clock.ts";
import { isDay, jstDay } from "../../../model/dates.ts";
import type { Language } from "../../../model/language.ts";
import type { KnownFrom } from "../../../model/page/stock.ts";
import { refine, useAddress } from "../../state/address.ts";
import { useLanguage, useWords } from "../../state/reader.ts";
import { shownDay } from "../moment.tsx";
import { partWords } from "../words.ts";
import "./panel.css";
import "./range.css";

interface PanelProps {
  readonly title: string;
  readonly known?: KnownFrom | undefined;
  /** Whether a service made the data up. */
  readonly isSimulated?: boolean;
  /** The numbers, shown when they are asked for. */
  readonly table?: ComponentChildren;
  /** What the table is called where it is closed. */
  readonly tableTitle?: string;
  readonly children: ComponentChildren;
}

export function Panel({ title, known, isSimulated = false, table, tableTitle, children }: PanelProps) {
  const words = useWords(partWords);
  const language = useLanguage();
  return (
    <section class="panel" aria-label={title}>
      <h3>
        {title} {isSimulated && <strong class="badge">SIMULATED</strong>}
      </h3>
      {known && <p class="quiet panel-known">{words.known(inWords(known, language))}</p>}
      {children}
      {table !== undefined && (
        <details>
          <summary>{tableTitle ?? words.numbers}</summary>
          {table}
        </details>
      )}
    </section>
  );
}

function inWords({ history, live, isCut }: KnownFrom, language: Language): KnownFrom {
  return {
    ...(history !== undefined && { history: shownDay(history, language) }),
    ...(live !== undefined && { live: shownDay(live, language) }),
    ...(isCut !== undefined && { isCut }),
  } as KnownFrom;
}

// The stretch of time.

const spans = [30, 90, 180, 365, 36_500] as const;
const usual = 180;

/** What calls are asked with: `days`, or `from` and `to`. Untrusted where the address is. */
export function rangeQuery(query: URLSearchParams): Record<string, string> {
  const asked: Record<string, string> = {};
  for (const name of ["from", "to"]) {
    const day = query.get(name) ?? "";
    if (isDay(day)) asked[name] = day;
  }
  const days = Number(query.get("days") ?? usual);
  return { ...asked, days: String(Number.isInteger(days) && days > 0 && days <= 36_500 ? days : usual) };
}

/**
 * Where the axis begins: with the data where that begins later, unless the address names the first day.
 * @param first moment of the first value, ms since 1970; undefined: there is none
 */
export function useStart(from: number, to: number, first: number | undefined): number {
  const { from: named } = rangeQuery(useAddress().query);
  if (named !== undefined || first === undefined) return from;
  return Math.max(from, Math.min(first, to) - Math.max(dayMs / 2, (to - first) / 50));
}

/** Puts a stretch that was chosen in a chart into the address; ms since 1970. */
export function useChosenRange(): (from: number, to: number) => void {
  const address = useAddress();
  return (from, to) => refine(address, { from: jstDay(from), to: jstDay(to), days: "" });
}

export function RangeFields() {
  const address = useAddress();
  const words = useWords(partWords).range;
  const { from = "", to = "", days } = rangeQuery(address.query);
  const isNamed = from !== "" || to !== "";
  const dayField = (name: "from" | "to", value: string) => (
    <label>
      {words[name]}{" "}
      <input
        type="date"
        value={value}
        onChange={({ currentTarget }) => refine(address, { [name]: currentTarget.value, days: "" })}
      />
    </label>
  );
  return (
    <fieldset class="range">
      <legend>{words.shown}</legend>
      {spans.map((span) => (
        <button
          key={span}
          type="button"
          aria-pressed={!isNamed && days === String(span)}
          onClick={() => refine(address, { days: String(span), from: "", to: "" })}
        >
          {words.spans[span]}
        </button>
      ))}
      {dayField("from", from)}
      {dayField("to", to)}
    </fieldset>
  );
}
