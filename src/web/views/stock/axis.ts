/** The axis of time that all charts of a stock share, with its alerts as marks. */
import { useMemo } from "preact/hooks";
import { japanMoment } from "../../../model/dates.ts";
import type { StockAnswer } from "../../../model/page/stock.ts";
import type { ChartMark } from "../../parts/chart/chart-plot.ts";
import { useChosenRange, useStart } from "../../parts/chart/range.tsx";

export interface StockAxis {
  readonly from: number;
  readonly to: number;
  readonly marks: readonly ChartMark[];
  readonly sync: string;
  onRange(from: number, to: number): void;
}

/** Days of the records that are no line of their own, such as those of results. */
export function recordDays({ records }: StockAnswer) {
  return records
    .filter(({ lines }) => Object.keys(lines).length === 0)
    .flatMap(({ rows, source, from }) =>
      rows.map(({ day }) => {
        return { at: japanMoment(day, 0), source, isResults: from === resultsSet };
      }),
    )
    .slice(0, mostRecordDays);
}

const resultsSet = "market/fins/summary";
const mostRecordDays = 60;

/** Marks keep their array as long as the answer is the same, or every chart would be drawn anew. */
export function useStockAxis(stock: StockAnswer): StockAxis {
  const { to, alerts } = stock;
  const from = useStart(
    stock.from,
    to,
    useMemo(() => firstMoment(stock), [stock]),
  );
  const marks = useMemo(
    () => [
      // What is only for information is above the charts: as lines through them it would hide the values.
      ...alerts.filter(({ severity }) => severity !== "info").map(({ at, severity }) => ({ at, severity })),
      ...recordDays(stock).map(({ at }): ChartMark => ({ at, severity: "record" })),
    ],
    [stock, alerts],
  );
  return { from, to, marks, sync: "stock", onRange: useChosenRange() };
}

/** The first moment of all that its charts show; undefined: they show nothing. */
function firstMoment({ shorts, margin, forum, records, alerts }: StockAnswer): number | undefined {
  const lines = [
    shorts?.total,
    ...Object.values(margin?.lines ?? {}),
    forum?.comments,
    ...(forum?.ranks ?? []).map(({ points }) => points),
    ...records.flatMap(({ lines }) => Object.values(lines)),
  ];
  const firsts = [...lines.map((points) => points?.[0]?.[0]), ...alerts.map(({ at }) => at)];
  const first = Math.min(...firsts.filter((at) => at !== undefined));
  return Number.isFinite(first) ? first : undefined;
}
