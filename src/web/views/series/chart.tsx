/** The chart of a series: its values now, what they were first told to be, and which were revised. */
import { useMemo } from "preact/hooks";
import type { SeriesAnswer } from "../../../model/page/series.ts";
import { Chart } from "../../parts/chart/chart.tsx";
import type { ChartLine } from "../../parts/chart/chart-data.ts";
import { useChosenRange, useStart } from "../../parts/chart/range.tsx";
import { useWords } from "../../state/reader.ts";
import { words } from "./words.ts";

export function SeriesChart({ series }: { readonly series: SeriesAnswer }) {
  const said = useWords(words);
  const onRange = useChosenRange();
  const { db, code, name = "", from, to, points, original, revised, alerts } = series;
  const lines = useMemo(
    (): ChartLine[] => [
      ...(original.length > 0
        ? [{ label: said.before, points: original, isFaint: true, style: 2 } as const]
        : []),
      { label: said.now, points, style: 0 },
      ...(revised.length > 0
        ? [{ label: said.revised, points: revised, kind: "points", style: 1 } as const]
        : []),
    ],
    [points, original, revised, said],
  );
  const start = useStart(from, to, points[0]?.[0]);
  const marks = useMemo(() => alerts.map(({ at, severity }) => ({ at, severity })), [alerts]);
  if (points.length === 0) return <p>{said.nothing}</p>;
  return (
    <Chart label={`${db}/${code} ${name}`} height={300} {...{ lines, marks, from: start, to, onRange }} />
  );
}
