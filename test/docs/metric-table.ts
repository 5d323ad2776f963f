/** The table of metrics in docs/operating.md and operating.ja.md, written from what a running monitor says of them. */
import type { Language } from "../../src/model/language.ts";
import { seriesOf } from "../prometheus/running-metrics.ts";
import { withWritten } from "./japanese-tables.ts";
import { code, table } from "./reference-tables.ts";

/** @param metrics the text of /metrics */
export function withMetricTable(page: string, language: Language, metrics: string): string {
  return withWritten(page, language, () => metricTable(metrics));
}

function metricTable(metrics: string): string {
  const series = seriesOf(metrics);
  const heads = [...metrics.matchAll(/^# HELP (\S+) (.*)\n# TYPE \S+ (\S+)$/gm)];
  const rows = heads.map(([, name = "", help = "", kind = ""]) => {
    const own = series.filter((one) => one.name.replace(/_(bucket|sum|count)$/, "") === name);
    const labels = new Set(own.flatMap((one) => Object.keys(one.labels)));
    // Buckets are not a label that anybody asks for.
    labels.delete("le");
    return [code(name), kind, [...labels].map(code).join(", "), help];
  });
  return table(["metric", "kind", "labels", "what it says"], rows);
}
