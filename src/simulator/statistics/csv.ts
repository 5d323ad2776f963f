/**
 * An answer as CSV. The document leaves the layout open; this is the one the service was seen to use: the
 * envelope as lines of name and value, a heading, then one row an observation (one row a series for metadata).
 */
import type { Envelope } from "./envelope.ts";

export function* writeCsv(envelope: Partial<Envelope> & Pick<Envelope, "RESULTSET">): Generator<string> {
  const { PARAMETER, NEXTPOSITION, RESULTSET, ...facts } = envelope;
  const lines: unknown[][] = Object.entries(facts);
  for (const [name, value] of Object.entries(PARAMETER ?? {})) lines.push(["PARAMETER", name, value]);
  if (NEXTPOSITION !== undefined) lines.push(["NEXTPOSITION", NEXTPOSITION ?? ""]);
  for (const cells of lines) yield line(cells);
  let names: string[] | undefined;
  for (const record of RESULTSET) {
    const hasValues = "VALUES" in record;
    if (!names) {
      names = Object.keys(record).filter((name) => name !== "VALUES");
      yield line(hasValues ? [...names, "SURVEY_DATES", "VALUES"] : names);
    }
    const facts = names.map((name) => record[name]);
    if (!hasValues) yield line(facts);
    else for (const observation of observations(record.VALUES)) yield line([...facts, ...observation]);
  }
}

function line(cells: readonly unknown[]): string {
  return `${cells.map(cell).join(",")}\r\n`;
}

function observations(values: unknown): [number | null, number | null][] {
  const { SURVEY_DATES, VALUES } = values as { SURVEY_DATES: (number | null)[]; VALUES: (number | null)[] };
  return SURVEY_DATES.map((date, index) => [date, VALUES[index] ?? null]);
}

function cell(value: unknown): string {
  const text = String(value);
  return /[",\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
}
