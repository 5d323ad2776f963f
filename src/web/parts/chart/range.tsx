/** The stretch of time that charts show, in the address: some days up to now, or from one day to another. */
import { dayMs } from "../../../lib/clock.ts";
import { isDay, jstDay } from "../../../model/dates.ts";
import { refine, useAddress } from "../../state/address.ts";
import { useWords } from "../../state/reader.ts";
import { partWords } from "../words.ts";
import "./range.css";

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
  const said = useWords(partWords).range;
  const { from = "", to = "", days } = rangeQuery(address.query);
  const isNamed = from !== "" || to !== "";
  const dayField = (name: "from" | "to", value: string) => (
    <label>
      {said[name]}{" "}
      <input
        type="date"
        value={value}
        onChange={({ currentTarget }) => refine(address, { [name]: currentTarget.value, days: "" })}
      />
    </label>
  );
  return (
    <fieldset class="range">
      <legend>{said.shown}</legend>
      {spans.map((span) => (
        <button
          key={span}
          type="button"
          aria-pressed={!isNamed && days === String(span)}
          onClick={() => refine(address, { days: String(span), from: "", to: "" })}
        >
          {said.spans[span]}
        </button>
      ))}
      {dayField("from", from)}
      {dayField("to", to)}
    </fieldset>
  );
}
