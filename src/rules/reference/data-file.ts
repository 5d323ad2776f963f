/** Files of reference data as they were read, and reports of mistakes in what they hold. */
import type { Problem } from "../../lib/problem.ts";
import type { Place } from "../../lib/yaml/parse-yaml.ts";

export type ReportAt = (place: Place, message: string, suggestion?: string | undefined) => void;

/** Makes the report of a file. */
export function reportTo(problems: Problem[], file: string): ReportAt {
  return ({ line, column }, message, suggestion) => {
    problems.push({ file, line, column, message, ...(suggestion === undefined ? {} : { suggestion }) });
  };
}

export type DataFile =
  | { readonly ok: true; readonly text: string }
  | { readonly ok: false; readonly message: string };

/** By the name that a rule file gives; a watchlist's by its path from the folder of the rules. */
export type DataFiles = ReadonlyMap<string, DataFile>;

/** The file that the entry of a list or table names. */
export function fileNamed(entry: unknown): unknown {
  return isMap(entry) ? entry.file : undefined;
}

export function isMap(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

/** Words of a file, one a line, without the blanks around them. A line that begins with `#` is a comment. */
export function wordLines(text: string): string[] {
  const lines = text.split(/\r\n|\r|\n/).map((line) => line.trim());
  return lines.filter((line) => line !== "" && !line.startsWith("#"));
}
