/** What a company disclosed: how much a day, and the titles. */
import { useMemo } from "preact/hooks";
import type { TimelyPanel, TimelyRow } from "../../../model/page/stock.ts";
import { Chart } from "../../parts/chart/chart.tsx";
import type { ChartLine } from "../../parts/chart/chart-data.ts";
import { Panel } from "../../parts/chart/panel.tsx";
import { PaperButtons } from "../../parts/papers.tsx";
import { SortedTable } from "../../parts/table.tsx";
import { useLanguage, useWords } from "../../state/reader.ts";
import type { StockAxis } from "./axis.tsx";
import { stockViewWords } from "./words.ts";

interface TimelyProps {
  readonly timely: TimelyPanel;
  readonly axis: StockAxis;
  readonly isSimulated: boolean;
}

export function TimelyRows({ timely, axis, isSimulated }: TimelyProps) {
  const words = useWords(stockViewWords);
  const { counts } = timely;
  const lines = useMemo(
    (): ChartLine[] => [{ label: words.disclosed, points: counts, kind: "bars" }],
    [counts, words],
  );
  return (
    <Panel
      title={words.disclosed}
      known={timely.known}
      isSimulated={isSimulated}
      table={<Titles timely={timely} />}
      tableTitle={words.titles}
    >
      <Chart label={words.disclosed} lines={lines} {...axis} height={90} />
    </Panel>
  );
}

function Titles({ timely: { labels, rows } }: Pick<TimelyProps, "timely">) {
  const words = useWords(stockViewWords);
  const language = useLanguage();
  const labelOf = (name: string) => labels[name]?.label[language] ?? name;
  return (
    <SortedTable
      caption={words.disclosed}
      rows={rows}
      rowKey={({ number }) => number}
      columns={[
        {
          key: "disclosedOn",
          title: labelOf("disclosedOn"),
          value: ({ disclosedOn, disclosedTime = "" }: TimelyRow) => `${disclosedOn} ${disclosedTime}`.trim(),
        },
        {
          key: "title",
          title: labelOf("title"),
          value: ({ title, isWithdrawn }) => (isWithdrawn ? `${title} (${words.withdrawn})` : title),
        },
        {
          key: "papers",
          title: labelOf("papers"),
          value: ({ papers }) => papers?.join(", "),
          show: ({ number, papers = [] }) => <PaperButtons number={number} papers={papers} />,
        },
        { key: "corrects", title: labelOf("corrects") },
        { key: "origin", title: words.origin, value: ({ origin }) => words.origins[origin] },
      ]}
    />
  );
}
