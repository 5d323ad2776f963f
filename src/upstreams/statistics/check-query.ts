/** Checks of parameters, as the statistics service's document describes them; a mistake is told without a request. */
import { type AnswerForm, type CodeQuery, type Frequency, frequencies, type LayerQuery } from "./records.ts";
import { StatisticsQueryError } from "./statistics-error.ts";

/** The document's rule for a request; the service itself may take more. */
const maxCodes = 250;
const maxLayers = 5;

const forbidden = /[<>"!|\\;']/;
/** Full-width characters are outside ASCII, and so is everything else that no code holds. */
const ascii = /^[\x20-\x7e]*$/;

export function checkForm({ db, format = "json", language = "en" }: AnswerForm & { db: string }): void {
  if (language !== "en" && language !== "jp") throw new StatisticsQueryError("lang", "M181002E");
  if (format !== "json" && format !== "csv") throw new StatisticsQueryError("format", "M181003E");
  if (db.trim() === "") throw new StatisticsQueryError("db", "M181004E");
  checkCharacters("db", db);
  if (!/^[0-9A-Za-z]+$/.test(db)) throw new StatisticsQueryError("db", "M181005E");
}

export function checkCodeQuery(query: CodeQuery): void {
  checkForm(query);
  const { db, codes } = query;
  if (codes.length > maxCodes)
    throw new StatisticsQueryError("code", "M181007E", `${codes.length}, the limit is ${maxCodes}`);
  for (const [index, code] of codes.entries()) {
    const place = `at position ${index + 1}`;
    if (code.trim() === "") throw new StatisticsQueryError("code", "M181006E", place);
    checkCharacters("code", code, place);
    // A code may begin with the letters of its database; a mark that no code holds tells the prefix apart.
    if (new RegExp(`^${db}[^0-9A-Z_@%]`, "i").test(code))
      throw new StatisticsQueryError("code", "M181001E", place);
  }
  checkPosition(query.startPosition);
  checkDates(undefined, query.start, query.end);
}

export function checkLayerQuery(query: LayerQuery): void {
  checkForm(query);
  const { frequency, layer } = query;
  if (!frequency) throw new StatisticsQueryError("frequency", "M181017E");
  if (!frequencies.includes(frequency))
    throw new StatisticsQueryError("frequency", "M181018E", `expected ${frequencies.join(", ")}`);
  if ((layer[0] ?? "").trim() === "") throw new StatisticsQueryError("layer", "M181019E");
  for (const level of layer) {
    checkCharacters("layer", level);
    if (!/^(\*|\d+)$/.test(level.trim()))
      throw new StatisticsQueryError("layer", "M181020E", "expected numbers and *");
  }
  if (layer.length > maxLayers)
    throw new StatisticsQueryError("layer", "M181020E", `at most ${maxLayers} layers`);
  checkPosition(query.startPosition);
  checkDates(frequency, query.start, query.end);
}

function checkCharacters(parameter: string, value: string, place?: string): void {
  if (forbidden.test(value) || !ascii.test(value))
    throw new StatisticsQueryError(parameter, "M181001E", place);
}

function checkPosition(position: number | undefined): void {
  if (position !== undefined && (!Number.isSafeInteger(position) || position < 1))
    throw new StatisticsQueryError("startPosition", "M181012E");
}

const years = { first: 1850, last: 2050 };

/** Number of parts of a year that a date may name after its year; undefined: the year alone. */
const partsOfYear: Record<Frequency, number | undefined> = {
  CY: undefined,
  FY: undefined,
  CH: 2,
  FH: 2,
  Q: 4,
  M: 12,
  W: 12,
  D: 12,
};

/** @param frequency undefined where the call does not name it: any form will do, the same for both dates */
function checkDates(
  frequency: Frequency | undefined,
  start: string | undefined,
  end: string | undefined,
): void {
  if (start !== undefined) checkDate(frequency, start, "startDate");
  if (end !== undefined) checkDate(frequency, end, "endDate");
  if (start === undefined || end === undefined) return;
  if (start.length !== end.length)
    throw new StatisticsQueryError("endDate", "M181016E", "both dates take one form");
  if (start > end) throw new StatisticsQueryError("startDate", "M181011E");
}

function checkDate(frequency: Frequency | undefined, date: string, parameter: "startDate" | "endDate"): void {
  const [invalid, ofOther] =
    parameter === "startDate" ? (["M181008E", "M181015E"] as const) : (["M181009E", "M181016E"] as const);
  const [, year, part] = /^(\d{4})(\d\d)?$/.exec(date) ?? [];
  if (year === undefined) throw new StatisticsQueryError(parameter, /^\d/.test(date) ? invalid : "M181010E");
  if (Number(year) < years.first || Number(year) > years.last)
    throw new StatisticsQueryError(parameter, "M181010E");
  if (part !== undefined && (Number(part) < 1 || Number(part) > 12))
    throw new StatisticsQueryError(parameter, invalid);
  if (frequency === undefined) return;
  const parts = partsOfYear[frequency];
  if ((parts === undefined) !== (part === undefined) || Number(part ?? 1) > (parts ?? 1))
    throw new StatisticsQueryError(parameter, ofOther, `${frequency} takes ${formOf(frequency)}`);
}

/** Describes how a date of a frequency is written. */
function formOf(frequency: Frequency): string {
  const parts = partsOfYear[frequency];
  return parts === undefined ? "YYYY" : `YYYY and 01 to ${String(parts).padStart(2, "0")}`;
}
