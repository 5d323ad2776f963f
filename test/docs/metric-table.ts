/** The table of metrics in docs/operating.md, written from what a running monitor says of them. */
import { seriesOf } from "../prometheus/running-metrics.ts";
import { code, table } from "./reference-tables.ts";

const between = /<!-- generated: metrics -->\n.*?<!-- end -->/s;

/** @param metrics the text of /metrics */
export function withMetricTable(page: string, metrics: string): string {
  return page.replace(between, () => `<!-- generated: metrics -->\n${metricTable(metrics)}\n<!-- end -->`);
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
