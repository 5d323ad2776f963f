/**
 * An answer as CSV. The document leaves the layout open; this is the one the service was seen to use: the
 * envelope as lines of name and value, a heading, then one row an observation (one row a series for metadata).
 */
import type { Envelope } from "./envelope.ts";

export function writeCsv(envelope: Envelope): string {
  const { PARAMETER, NEXTPOSITION, RESULTSET, ...facts } = envelope;
  const lines: unknown[][] = Object.entries(facts);
  for (const [name, value] of Object.entries(PARAMETER ?? {})) lines.push(["PARAMETER", name, value]);
  lines.push(["NEXTPOSITION", NEXTPOSITION ?? ""]);
  const [first] = RESULTSET;
  if (first) {
    const names = Object.keys(first).filter((name) => name !== "VALUES");
    const hasValues = "VALUES" in first;
    lines.push(hasValues ? [...names, "SURVEY_DATES", "VALUES"] : names);
    for (const record of RESULTSET) {
      const facts = names.map((name) => record[name]);
      if (!hasValues) lines.push(facts);
      else for (const observation of observations(record.VALUES)) lines.push([...facts, ...observation]);
    }
  }
  return lines.map((cells) => `${cells.map(cell).join(",")}\r\n`).join("");
}

function observations(values: unknown): [number, number | null][] {
  const { SURVEY_DATES, VALUES } = values as { SURVEY_DATES: number[]; VALUES: (number | null)[] };
  return SURVEY_DATES.map((date, index) => [date, VALUES[index] ?? null]);
}

function cell(value: unknown): string {
  const text = String(value);
  return /[",\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
}
