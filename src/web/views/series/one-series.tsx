/** One series: what is known of it, its values and revisions as a chart, and the numbers as tables. */
import { useMemo } from "preact/hooks";
import { groupedNumber } from "../../../model/numbers.ts";
import type { SeriesAnswer, SeriesRow } from "../../../model/page/series.ts";
import { WhenAnswered } from "../../parts/answered.tsx";
import { Chart } from "../../parts/chart/chart.tsx";
import type { ChartLine } from "../../parts/chart/chart-data.ts";
import { Panel, RangeFields, rangeQuery, useChosenRange, useStart } from "../../parts/chart/panel.tsx";
import { ShownMoment, shownDay } from "../../parts/moment.tsx";
import { BackLink } from "../../parts/names.tsx";
import { AlertTable, SortedTable, type TableColumn } from "../../parts/table.tsx";
import { answerIn, useAnswer } from "../../state/calls.ts";
import { useNewest } from "../../state/live.ts";
import { useLanguage, useWords } from "../../state/reader.ts";
import { seriesWords } from "./words.ts";

interface OneSeriesProps {
  readonly db: string;
  readonly code: string;
  readonly query: URLSearchParams;
}

export function OneSeries({ db, code, query }: OneSeriesProps) {
  const words = useWords(seriesWords);
  const newest = useNewest(`${db}/${code}`);
  const answered = useAnswer<SeriesAnswer>("api/series", { db, code, ...rangeQuery(query) }, newest);
  const answer = answerIn(answered);
  return (
    <>
      <BackLink to="series">{words.title}</BackLink>
      <SeriesHead db={db} code={code} series={answer} />
      <RangeFields />
      <WhenAnswered of={answered}>
        {(series) => (
          <>
            <SeriesChart series={series} />
            <SeriesTables series={series} />
          </>
        )}
      </WhenAnswered>
    </>
  );
}

interface SeriesHeadProps {
  readonly db: string;
  readonly code: string;
  /** Undefined: it is not read yet. */
  readonly series: SeriesAnswer | undefined;
}

function SeriesHead({ db, code, series }: SeriesHeadProps) {
  const isThis = series?.db === db && series.code === code;
  return (
    <>
      <h2>
        {db}/{code} {isThis && series.name}{" "}
        {isThis && series.isSimulated && <strong class="badge">SIMULATED</strong>}
      </h2>
      {isThis && <Known series={series} />}
    </>
  );
}

function Known({ series }: { readonly series: SeriesAnswer }) {
  const words = useWords(seriesWords);
  const language = useLanguage();
  const { unit, frequency, category, period, value, lastUpdate, nextUpdate, seenSince, origin } = series;
  const latest =
    period !== undefined && value !== undefined ? (
      <>
        <b>
          {groupedNumber(value)} {unit}
        </b>{" "}
        <span class="quiet">{shownDay(period, language)}</span>
      </>
    ) : undefined;
  const facts = [
    [words.latest, latest],
    [words.frequency, frequency],
    [words.category, category],
    [words.lastUpdate, lastUpdate && shownDay(lastUpdate, language)],
    [words.nextUpdate, nextUpdate && shownDay(nextUpdate, language)],
    [words.seenSince, seenSince && <ShownMoment at={seenSince} />],
  ] as const;
  return (
    <>
      <dl class="series-facts">
        {facts.map(([label, shown]) =>
          shown === undefined ? null : (
            <div key={label}>
              <dt>{label}</dt>
              <dd>{shown}</dd>
            </div>
          ),
        )}
      </dl>
      {origin === "history" && <p class="quiet">{words.history}</p>}
    </>
  );
}

function SeriesChart({ series }: { readonly series: SeriesAnswer }) {
  const words = useWords(seriesWords);
  const onRange = useChosenRange();
  const { db, code, name = "", from, to, points, original, revised, alerts } = series;
  const lines = useMemo(
    (): ChartLine[] => [
      ...(original.length > 0
        ? [{ label: words.before, points: original, isFaint: true, style: 2 } as const]
        : []),
      { label: words.now, points, style: 0 },
      ...(revised.length > 0
        ? [{ label: words.revised, points: revised, kind: "points", style: 1 } as const]
        : []),
    ],
    [points, original, revised, words],
  );
  const start = useStart(from, to, points[0]?.[0]);
  const marks = useMemo(() => alerts.map(({ at, severity }) => ({ at, severity })), [alerts]);
  if (points.length === 0) return <p>{words.nothing}</p>;
  return (
    <Chart label={`${db}/${code} ${name}`} height={300} {...{ lines, marks, from: start, to, onRange }} />
  );
}

interface SeriesProps {
  readonly series: SeriesAnswer;
}

function SeriesTables({ series }: SeriesProps) {
  const words = useWords(seriesWords);
  return (
    <>
      <Revisions series={series} />
      {series.alerts.length > 0 && (
        <Panel title={words.alerts}>
          <AlertTable caption={words.alerts} alerts={series.alerts} most={20} />
        </Panel>
      )}
      <Values series={series} />
      {series.isCut && <p class="quiet">{words.cut}</p>}
    </>
  );
}

function Revisions({ series: { revisions } }: SeriesProps) {
  const words = useWords(seriesWords);
  if (revisions.length === 0)
    return (
      <Panel title={words.revisions}>
        <p class="quiet">{words.noRevisions}</p>
      </Panel>
    );
  return (
    <Panel title={words.revisions}>
      <SortedTable
        caption={words.revisions}
        rows={revisions}
        rowKey={({ period, seen }) => `${period} ${seen}`}
        most={20}
        columns={[
          { key: "period", title: words.period },
          { key: "from", title: words.from, isNumber: true },
          {
            key: "to",
            title: words.to,
            isNumber: true,
            show: ({ to }) => (to === undefined ? words.withdrawn : undefined),
          },
          { key: "published", title: words.published },
          { key: "seen", title: words.seen, show: ({ seen }) => <ShownMoment at={seen} /> },
        ]}
      />
    </Panel>
  );
}

function Values({ series: { rows, unit = "" } }: SeriesProps) {
  const words = useWords(seriesWords);
  const first: TableColumn<SeriesRow> = {
    key: "first",
    title: words.before,
    isNumber: true,
    value: (row) => row.first ?? row.value,
  };
  const hasRevised = rows.some((row) => row.first !== undefined);
  const table = (
    <SortedTable
      caption={`${words.values}${unit === "" ? "" : ` (${unit})`}`}
      rows={rows}
      rowKey={({ period }) => period}
      columns={[
        { key: "period", title: words.period },
        { key: "value", title: words.value, isNumber: true },
        ...(hasRevised ? [first] : []),
      ]}
    />
  );
  return (
    <Panel title={words.values} table={table}>
      {null}
    </Panel>
  );
}
