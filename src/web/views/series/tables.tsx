/** The numbers of a series: its revisions, its values, and its alerts. */
import type { SeriesAnswer, SeriesRow } from "../../../model/page/series.ts";
import { Panel } from "../../parts/chart/panel.tsx";
import { Moment } from "../../parts/moment.tsx";
import { AlertTable, type Column, Table } from "../../parts/table.tsx";

import { useWords } from "../../state/reader.ts";
import { words } from "./words.ts";

interface SeriesProps {
  readonly series: SeriesAnswer;
}

export function SeriesTables({ series }: SeriesProps) {
  const said = useWords(words);
  return (
    <>
      <Revisions series={series} />
      {series.alerts.length > 0 && (
        <Panel title={said.alerts}>
          <AlertTable caption={said.alerts} alerts={series.alerts} most={20} />
        </Panel>
      )}
      <Values series={series} />
      {series.isCut && <p class="quiet">{said.cut}</p>}
    </>
  );
}

function Revisions({ series: { revisions } }: SeriesProps) {
  const said = useWords(words);
  if (revisions.length === 0)
    return (
      <Panel title={said.revisions}>
        <p class="quiet">{said.noRevisions}</p>
      </Panel>
    );
  return (
    <Panel title={said.revisions}>
      <Table
        caption={said.revisions}
        rows={revisions}
        rowKey={({ period, seen }) => `${period} ${seen}`}
        most={20}
        columns={[
          { key: "period", title: said.period, value: ({ period }) => period },
          { key: "from", title: said.from, isNumber: true, value: ({ from }) => from },
          {
            key: "to",
            title: said.to,
            isNumber: true,
            value: ({ to }) => to,
            ...(revisions.some(({ to }) => to === undefined) && {
              show: ({ to }) => (to === undefined ? said.withdrawn : undefined),
            }),
          },
          { key: "published", title: said.published, value: ({ published }) => published },
          {
            key: "seen",
            title: said.seen,
            value: ({ seen }) => seen,
            show: ({ seen }) => <Moment at={seen} />,
          },
        ]}
      />
    </Panel>
  );
}

function Values({ series: { rows, unit = "" } }: SeriesProps) {
  const said = useWords(words);
  const first: Column<SeriesRow> = {
    ...{ key: "first", title: said.before, isNumber: true },
    value: (row) => row.first ?? row.value,
  };
  const hasRevised = rows.some((row) => row.first !== undefined);
  const table = (
    <Table
      caption={`${said.values}${unit === "" ? "" : ` (${unit})`}`}
      rows={rows}
      rowKey={({ period }) => period}
      columns={[
        { key: "period", title: said.period, value: ({ period }) => period },
        { key: "value", title: said.value, isNumber: true, value: ({ value }) => value },
        ...(hasRevised ? [first] : []),
      ]}
    />
  );
  return (
    <Panel title={said.values} table={table}>
      {null}
    </Panel>
  );
}
