/** Watched records of a stock: prices with their volume as charts, results and everything else as rows. */
import { useMemo } from "preact/hooks";
import type { RecordRow, RecordsPanel, StockAnswer } from "../../../model/page/stock.ts";
import { Chart } from "../../parts/chart/chart.tsx";
import type { ChartLine } from "../../parts/chart/chart-data.ts";
import { Panel } from "../../parts/chart/panel.tsx";
import { SortedTable, type TableColumn } from "../../parts/table.tsx";
import { useLanguage, useWords } from "../../state/reader.ts";
import type { StockAxis } from "./axis.tsx";
import { recordWords, stockViewWords } from "./words.ts";

interface RecordPanelsProps {
  readonly stock: StockAnswer;
  readonly axis: StockAxis;
}

export function RecordPanels({ stock, axis }: RecordPanelsProps) {
  return (
    <>
      {stock.records.map((panel) => (
        <OneSet
          key={panel.source}
          panel={panel}
          axis={axis}
          isSimulated={stock.simulated.includes(panel.from.split("/")[0] ?? "")}
        />
      ))}
    </>
  );
}

interface OneSetProps {
  readonly panel: RecordsPanel;
  readonly axis: StockAxis;
  readonly isSimulated: boolean;
}

function OneSet({ panel, axis, isSimulated }: OneSetProps) {
  const words = useWords(stockViewWords);
  const language = useLanguage();
  const { lines, from, source, known, fields } = panel;
  const charts = useMemo(
    () =>
      Object.entries(lines).map(([field, points]): { field: string; lines: ChartLine[] } => {
        const kind = field.toLowerCase().endsWith("volume") ? "bars" : "line";
        return { field, lines: [{ label: fieldWord(field, language, fields), points, kind }] };
      }),
    [lines, language, fields],
  );
  const titles: Readonly<Record<string, string>> = {
    "market/equities/bars/daily": words.prices,
    "market/fins/summary": words.results,
    "market/markets/margin-interest": words.balances,
    "market/equities/valuation": words.valuation,
    "market/edinet/large-volume-shareholders": words.largeHoldings,
  };
  const title = titles[from] ?? panel.words?.[language] ?? source;
  const rows = <RecordRows panel={panel} title={title} />;
  return (
    <Panel title={title} known={known} isSimulated={isSimulated} {...(charts.length > 0 && { table: rows })}>
      {charts.map(({ field, lines: own }, place) => (
        <Chart
          key={field}
          label={`${title}: ${fieldWord(field, language, fields)}`}
          lines={own}
          {...axis}
          height={place === 0 ? 200 : 90}
        />
      ))}
      {charts.length === 0 && rows}
    </Panel>
  );
}

function RecordRows({
  panel: { rows, fields },
  title,
}: {
  readonly panel: RecordsPanel;
  readonly title: string;
}) {
  const words = useWords(stockViewWords);
  const language = useLanguage();
  const columns = fields.map(
    ({ name }): TableColumn<RecordRow> => ({
      key: name,
      title: fieldWord(name, language, fields),
      value({ values: { [name]: value } }) {
        return typeof value === "boolean" ? (value ? "✓" : "") : value;
      },
    }),
  );
  return (
    <SortedTable
      caption={title}
      rows={rows}
      rowKey={(row) => rows.indexOf(row)}
      most={30}
      columns={[
        { key: "day", title: words.day },
        ...columns,
        { key: "origin", title: words.origin, value: ({ origin }) => words.origins[origin] },
      ]}
    />
  );
}

/** What a declaration calls a field, or our word; its own name, such as "New field name", where there is none. */
function fieldWord(field: string, language: "en" | "ja", fields: RecordsPanel["fields"]): string {
  const declared = fields.find(({ name }) => name === field)?.words;
  const word = declared?.[language] ?? recordWords[language][field];
  if (word !== undefined) return word;
  const spaced = field.replace(/([a-z0-9])([A-Z])/g, "$1 $2").toLowerCase();
  return spaced.charAt(0).toUpperCase() + spaced.slice(1);
}
