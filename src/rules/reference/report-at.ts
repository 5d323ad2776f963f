/** Reports of mistakes in reference data, which stands in rule files, in the settings and in files of its own. */
import type { Problem } from "../../lib/problem.ts";
import type { Place } from "../../lib/yaml/parse-yaml.ts";

export type ReportAt = (place: Place, message: string, suggestion?: string | undefined) => void;

/** Makes the report of a file. */
export function reportTo(problems: Problem[], file: string): ReportAt {
  return ({ line, column }, message, suggestion) => {
    problems.push({ file, line, column, message, ...(suggestion === undefined ? {} : { suggestion }) });
  };
}
