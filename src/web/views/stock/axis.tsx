/** The axis of time that all charts of a stock share, and its alerts: as marks on the axis and as rows. */
import { useMemo } from "preact/hooks";
import { japanMoment } from "../../../model/dates.ts";
import type { SourcePanels, StockAlert, StockAnswer, TimedValue } from "../../../model/page/stock.ts";
import type { ChartMark } from "../../parts/chart/chart-plot.ts";
import { Panel, useChosenRange, useStart } from "../../parts/chart/panel.tsx";
import { shownTime } from "../../parts/moment.tsx";
import { AlertTable, alertTitle } from "../../parts/table.tsx";
import { link } from "../../state/address.ts";
import { useLanguage, useNarrow, useWords } from "../../state/reader.ts";
import { stockViewWords } from "./words.ts";

export interface StockAxis {
  readonly from: number;
  readonly to: number;
  readonly marks: readonly ChartMark[];
  readonly sync: string;
  onRange(from: number, to: number): void;
}

/** Days of the records that are no line of their own, such as those of results. */
function recordDays({ records }: StockAnswer) {
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

/** The lines that each panel of sources draws. */
const linesOf: {
  readonly [Name in keyof SourcePanels]: (panel: SourcePanels[Name]) => readonly (readonly TimedValue[])[];
} = {
  shorts: ({ total }) => [total],
  margin: ({ lines }) => Object.values(lines),
  timely: ({ counts }) => [counts],
  forum: ({ comments, ranks }) => [comments, ...ranks.map(({ points }) => points)],
};

function linesIn<Name extends keyof SourcePanels>(name: Name, panel: SourcePanels[Name] | undefined) {
  return panel === undefined ? [] : linesOf[name](panel);
}

/** The first moment of all that its charts show; undefined: they show nothing. */
function firstMoment(stock: StockAnswer): number | undefined {
  const { records, alerts } = stock;
  const lines = [
    ...(Object.keys(linesOf) as (keyof SourcePanels)[]).flatMap((name) => linesIn(name, stock[name])),
    ...records.flatMap(({ lines }) => Object.values(lines)),
  ];
  const firsts = [...lines.map((points) => points[0]?.[0]), ...alerts.map(({ at }) => at)];
  const first = Math.min(...firsts.filter((at) => at !== undefined));
  return Number.isFinite(first) ? first : undefined;
}

export interface StockProps {
  readonly stock: StockAnswer;
  readonly axis: StockAxis;
}

export function StockAlerts({ stock, axis }: StockProps) {
  const words = useWords(stockViewWords);
  const { alerts, isAlertsCut } = stock;
  if (alerts.length === 0)
    return (
      <>
        <p class="quiet">{words.noAlerts}</p>
        {recordDays(stock).length > 0 && <AlertStrip stock={stock} axis={axis} />}
      </>
    );
  const table = <AlertTable caption={words.alerts} alerts={alerts} most={50} />;
  return (
    <Panel title={words.alertsOf(alerts.length)} table={table} tableTitle={words.asList}>
      <AlertStrip stock={stock} axis={axis} />
      {isAlertsCut && <p class="quiet">{words.alertsCut}</p>}
    </Panel>
  );
}

const gravest = ["critical", "warning", "info"] as const;

const glyphs = { critical: "▲", warning: "◆", info: "●" } as const;

/** Places along the axis, each as wide as a pointer needs; alerts of one place are one mark. */
const mostPlaces = { wide: 36, narrow: 7 };

/** Marks above the charts, in line with their axis of time. */
function AlertStrip({ stock, axis: { from, to } }: StockProps) {
  const { alerts } = stock;
  const places = useNarrow() ? mostPlaces.narrow : mostPlaces.wide;
  const language = useLanguage();
  const words = useWords(stockViewWords);
  const marks = new Map<number, StockAlert[]>();
  for (const alert of alerts) {
    const share = (alert.at - from) / Math.max(1, to - from);
    const place = Math.min(places - 1, Math.max(0, Math.floor(share * places)));
    marks.set(place, [...(marks.get(place) ?? []), alert]);
  }
  return (
    <ul class="alert-strip">
      {[...marks].map(([place, own]) => {
        const severity = gravest.find((one) => own.some((alert) => alert.severity === one)) ?? "info";
        const [first] = own.filter((alert) => alert.severity === severity);
        const titles = own.map((alert) => `${shownTime(alert.at, language)} ${alertTitle(alert, language)}`);
        return (
          <li key={place} style={{ left: `${(100 * (place + 0.5)) / places}%` }}>
            <a
              class={severity}
              href={link("alert", [first?.id ?? ""])}
              title={titles.join("\n")}
              aria-label={own.length > 1 ? `${words.alertsOf(own.length)}: ${titles[0]}` : titles[0]}
            >
              {glyphs[severity]}
              {own.length > 1 && <sub>{own.length}</sub>}
            </a>
          </li>
        );
      })}
      {recordDays(stock)
        .filter(({ at }) => at >= from)
        .map(({ at, source, isResults }) => {
          const title = `${shownTime(at, language)} ${isResults ? words.results : source}`;
          return (
            <li key={`${at} ${source}`} style={{ left: `${(100 * (at - from)) / Math.max(1, to - from)}%` }}>
              <span class="record" role="img" aria-label={title} title={title}>
                ■
              </span>
            </li>
          );
        })}
    </ul>
  );
}
