/** Watched records of a stock: prices with their volume as charts, results and everything else as rows. */
import { useMemo } from "preact/hooks";
import type { RecordRow, RecordsPanel, StockAnswer } from "../../../model/page/stock.ts";
import { Chart } from "../../parts/chart/chart.tsx";
import type { ChartLine } from "../../parts/chart/chart-data.ts";
import { Panel } from "../../parts/chart/panel.tsx";
import { type Column, Table } from "../../parts/table.tsx";
import { useLanguage, useWords } from "../../state/reader.ts";
import type { StockAxis } from "./axis.ts";
import { words } from "./words.ts";

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
  const said = useWords(words);
  const language = useLanguage();
  const { lines, from, source, known } = panel;
  const charts = useMemo(
    () =>
      Object.entries(lines).map(([field, points]): { field: string; lines: ChartLine[] } => {
        const kind = field.toLowerCase().endsWith("volume") ? "bars" : "line";
        return { field, lines: [{ label: fieldWord(field, language), points, kind }] };
      }),
    [lines, language],
  );
  const titles: Readonly<Record<string, string>> = {
    "market/equities/bars/daily": said.prices,
    "market/fins/summary": said.results,
  };
  const title = titles[from] ?? source;
  const rows = <RecordRows panel={panel} title={title} />;
  return (
    <Panel title={title} known={known} isSimulated={isSimulated} {...(charts.length > 0 && { table: rows })}>
      {charts.map(({ field, lines: own }, place) => (
        <Chart
          key={field}
          label={`${title}: ${fieldWord(field, language)}`}
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
  const said = useWords(words);
  const language = useLanguage();
  const columns = fields.map(
    ({ name }): Column<RecordRow> => ({
      ...{ key: name, title: fieldWord(name, language) },
      value({ values: { [name]: value } }) {
        return typeof value === "boolean" ? (value ? "✓" : "") : value;
      },
    }),
  );
  return (
    <Table
      caption={title}
      rows={rows}
      rowKey={(row) => rows.indexOf(row)}
      most={30}
      columns={[
        { key: "day", title: said.day, value: ({ day }) => day },
        ...columns,
        { key: "origin", title: said.origin, value: ({ origin }) => said.origins[origin] },
      ]}
    />
  );
}

/** A field's own name as words, such as "New field name", where there is no word for it. */
function fieldWord(field: string, language: "en" | "ja"): string {
  const word = recordWords[language][field];
  if (word !== undefined) return word;
  const spaced = field.replace(/([a-z0-9])([A-Z])/g, "$1 $2").toLowerCase();
  return spaced.charAt(0).toUpperCase() + spaced.slice(1);
}

/** What fields of watched records are called; one without a word here shows its own name. */
const en: Readonly<Record<string, string>> = {
  open: "Open",
  high: "High",
  low: "Low",
  close: "Close",
  volume: "Volume",
  turnoverValue: "Turnover",
  adjustedOpen: "Open, adjusted",
  adjustedHigh: "High, adjusted",
  adjustedLow: "Low, adjusted",
  adjustedClose: "Close, adjusted",
  adjustedVolume: "Volume, adjusted",
  upperLimit: "At upper limit",
  lowerLimit: "At lower limit",
  marketCapitalization: "Market capitalization",
  disclosedTime: "Time",
  documentType: "Document",
  currentPeriodType: "Period",
  currentPeriodStart: "Period from",
  currentPeriodEnd: "Period to",
  netSales: "Net sales",
  operatingProfit: "Operating profit",
  ordinaryProfit: "Ordinary profit",
  netProfit: "Net profit",
  earningsPerShare: "EPS",
  dilutedEarningsPerShare: "Diluted EPS",
  bookValuePerShare: "BPS",
  totalAssets: "Total assets",
  equity: "Equity",
  equityRatio: "Equity ratio",
};

const ja: Readonly<Record<string, string>> = {
  open: "始値",
  high: "高値",
  low: "安値",
  close: "終値",
  volume: "出来高",
  turnoverValue: "売買代金",
  adjustedOpen: "調整後始値",
  adjustedHigh: "調整後高値",
  adjustedLow: "調整後安値",
  adjustedClose: "調整後終値",
  adjustedVolume: "調整後出来高",
  upperLimit: "ストップ高",
  lowerLimit: "ストップ安",
  marketCapitalization: "時価総額",
  disclosedTime: "開示時刻",
  documentType: "書類",
  currentPeriodType: "期",
  currentPeriodStart: "期首",
  currentPeriodEnd: "期末",
  netSales: "売上高",
  operatingProfit: "営業利益",
  ordinaryProfit: "経常利益",
  netProfit: "当期純利益",
  earningsPerShare: "1株利益",
  dilutedEarningsPerShare: "希薄化後1株利益",
  bookValuePerShare: "1株純資産",
  totalAssets: "総資産",
  equity: "純資産",
  equityRatio: "自己資本比率",
};

const recordWords: Readonly<Record<"en" | "ja", Readonly<Record<string, string>>>> = { en, ja };
