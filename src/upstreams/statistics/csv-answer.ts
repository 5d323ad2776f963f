/**
 * A CSV answer as the JSON envelope that says the same, so that one schema reads both: lines of the envelope, a
 * heading row, then one row a series (catalogue) or an observation (data). A missing value is the word null.
 */
import { CsvError, parseCsv } from "../../lib/csv.ts";
import { Failure } from "../../lib/failure.ts";

type Row = Record<string, unknown>;

const envelopeNames: ReadonlySet<string> = new Set([
  "STATUS",
  "MESSAGEID",
  "MESSAGE",
  "DATE",
  "DB",
  "NEXTPOSITION",
]);

/** Throws a Failure "malformed", naming the line, for text that is not CSV or a row that is not as its heading. */
export function csvAnswer(text: string, where: string): unknown {
  const answer: Row = { PARAMETER: {} };
  const parameters = answer.PARAMETER as Row;
  let heading: readonly string[] | undefined;
  const rows: Row[] = [];
  for (const cells of rowsOf(text, where)) {
    const [name = "", value = ""] = cells;
    if (heading !== undefined) rows.push(asRow(heading, cells, rows.length, where));
    else if (name === "PARAMETER") parameters[value] = cells[2] ?? "";
    else if (envelopeNames.has(name)) answer[name] = orNull(cells.slice(1).join(","));
    else heading = cells;
  }
  const isData = heading?.includes("SURVEY_DATES") === true;
  return { ...answer, RESULTSET: isData ? joinObservations(rows) : rows };
}

function rowsOf(text: string, where: string): string[][] {
  try {
    return parseCsv(text);
  } catch (error) {
    if (!(error instanceof CsvError)) throw error;
    throw new Failure("malformed", `${where}: the answer is not CSV: ${error.message}`);
  }
}

function asRow(heading: readonly string[], cells: readonly string[], count: number, where: string): Row {
  if (cells.length !== heading.length) {
    const message = `${where}: row ${count + 1} has ${cells.length} cells, its heading ${heading.length}`;
    throw new Failure("malformed", message);
  }
  return Object.fromEntries(heading.map((name, index) => [name, orNull(cells[index] ?? "")]));
}

const orNull = (cell: string) => (cell === "null" ? null : cell);

/** One result a series, its observations aligned as the JSON has them. */
function joinObservations(rows: readonly Row[]): Row[] {
  const series = new Map<unknown, { facts: Row; dates: unknown[]; values: unknown[] }>();
  for (const { SURVEY_DATES, VALUES, ...facts } of rows) {
    const entry = series.get(facts.SERIES_CODE) ?? { facts, dates: [], values: [] };
    series.set(facts.SERIES_CODE, entry);
    // A series without observations has a row of its own.
    if (SURVEY_DATES === "" || SURVEY_DATES === null) continue;
    entry.dates.push(SURVEY_DATES);
    entry.values.push(VALUES);
  }
  return [...series.values()].map(({ facts, dates, values }) => ({
    ...facts,
    VALUES: { SURVEY_DATES: dates, VALUES: values },
  }));
}
