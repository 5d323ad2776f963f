/**
 * A CSV answer as the JSON envelope that says the same, so that one schema reads both: lines of the envelope, a heading
 * row, then one row a series (catalogue) or an observation (data). A missing value is the word null. It is read as it
 * comes, since a catalogue has up to 99 MB.
 */
import { CsvError, createCsvSplitter } from "../../lib/csv.ts";
import { Failure } from "../../lib/failure.ts";
import { createTextReader, type HttpResponse, jsonOf } from "../../lib/http/response.ts";
import { parseJson } from "../../lib/json/strict-json.ts";

type Row = Record<string, unknown>;

const envelopeNames: ReadonlySet<string> = new Set([
  "STATUS",
  "MESSAGEID",
  "MESSAGE",
  "DATE",
  "DB",
  "NEXTPOSITION",
]);

interface CsvReader {
  push(piece: Uint8Array): void;
  /**
   * The envelope, its RESULTSET without the rows that were taken. Throws a Failure "malformed", naming the line, for text
   * that is not CSV or a row that is not as its heading.
   */
  end(response: HttpResponse): unknown;
}

/** @param take gets the rows of a catalogue; those of data are joined to series, and are in the answer */
export function createCsvReader(
  head: Pick<HttpResponse, "headers">,
  language: "en" | "jp",
  take: (row: unknown) => void,
): CsvReader {
  const text = createTextReader(head, language === "jp" ? ["shift_jis", "utf-8"] : ["utf-8"]);
  const splitter = createCsvSplitter();
  const rows = createRows(take);
  let problem: string | undefined;
  /** An error is JSON, also where CSV was asked for. */
  let json: Uint8Array[] | undefined;
  let isBegun = false;

  const read = (split: () => readonly (readonly string[])[]) => {
    if (problem !== undefined) return;
    try {
      for (const cells of split()) rows.take(cells);
    } catch (error) {
      if (!(error instanceof CsvError || error instanceof RowError)) throw error;
      problem = error instanceof CsvError ? `the answer is not CSV: ${error.message}` : error.message;
    }
  };

  return {
    push(piece) {
      if (!isBegun && piece.length > 0) {
        isBegun = true;
        if (Buffer.from(piece.subarray(0, 64)).toString("latin1").trimStart().startsWith("{")) json = [];
      }
      if (json !== undefined) json.push(piece);
      else read(() => splitter.push(text.push(piece)));
    },
    end(response) {
      const { where } = response;
      const own = json;
      if (own !== undefined) return jsonOf(response, () => parseJson(Buffer.concat(own)));
      const last = text.end(response);
      read(() => [...splitter.push(last), ...splitter.end()]);
      if (problem !== undefined) throw new Failure("malformed", `${where}: ${problem}`);
      return rows.end();
    },
  };
}

/** A row that is not as its heading. */
class RowError extends Error {}

function createRows(take: (row: unknown) => void) {
  const answer: Row = { PARAMETER: {} };
  const parameters = answer.PARAMETER as Row;
  let heading: readonly string[] | undefined;
  const observations: Row[] = [];
  let count = 0;
  const isData = () => heading?.includes("SURVEY_DATES") === true;
  return {
    take(cells: readonly string[]): void {
      const [name = "", value = ""] = cells;
      if (heading !== undefined) {
        count += 1;
        const row = asRow(heading, cells, count);
        if (isData()) observations.push(row);
        else take(row);
      } else if (name === "PARAMETER") parameters[value] = cells[2] ?? "";
      else if (envelopeNames.has(name)) answer[name] = orNull(cells.slice(1).join(","));
      else heading = cells;
    },
    end: (): unknown => ({ ...answer, RESULTSET: isData() ? joinObservations(observations) : [] }),
  };
}

function asRow(heading: readonly string[], cells: readonly string[], count: number): Row {
  if (cells.length !== heading.length)
    throw new RowError(`row ${count} has ${cells.length} cells, its heading ${heading.length}`);
  const row: Row = {};
  for (const [index, name] of heading.entries()) row[name] = orNull(cells[index] ?? "");
  return row;
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
