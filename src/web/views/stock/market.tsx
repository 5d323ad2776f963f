/** What the market publishes of a stock: short positions by seller, and margin balances while they come daily. */
import { useMemo } from "preact/hooks";
import type {
  MarginLine,
  MarginPanel,
  MarginRow,
  SellerLine,
  ShortReport,
  ShortsPanel,
} from "../../../model/page/stock.ts";
import { Chart } from "../../parts/chart/chart.tsx";
import { bySize, type ChartLine } from "../../parts/chart/chart-data.ts";
import { Panel } from "../../parts/chart/panel.tsx";
import { SortedTable, type TableColumn } from "../../parts/table.tsx";
import { useLanguage, useWords } from "../../state/reader.ts";
import type { StockAxis } from "./axis.tsx";
import { stockViewWords } from "./words.ts";

/** More lines than these could not be told apart. */
const mostLines = 7;

interface ShortPanelProps {
  readonly shorts: ShortsPanel;
  readonly axis: StockAxis;
  readonly isSimulated: boolean;
}

/** Short positions by seller and their total. */
export function ShortPanel({ shorts, axis, isSimulated }: ShortPanelProps) {
  const words = useWords(stockViewWords);
  const { sellers, total } = shorts;
  const lines = useMemo(
    (): ChartLine[] => [
      { label: words.total, points: total, kind: "step" },
      ...sellers
        .slice(0, mostLines)
        .map((seller): ChartLine => ({ label: sellerName(seller), points: seller.points, kind: "step" })),
    ],
    [sellers, total, words],
  );
  return (
    <Panel
      title={words.shorts}
      known={shorts.known}
      isSimulated={isSimulated}
      table={<Reports shorts={shorts} />}
    >
      <p class="quiet panel-known">{words.shortsNote}</p>
      <Chart label={words.shorts} lines={lines} height={220} {...axis} />
      {sellers.length > mostLines && <p class="quiet">{words.moreSellers(sellers.length - mostLines)}</p>}
    </Panel>
  );
}

function sellerName({ seller, fund }: Pick<SellerLine, "seller" | "fund">): string {
  return fund === undefined ? seller : `${seller} / ${fund}`;
}

function Reports({ shorts: { labels, reports } }: Pick<ShortPanelProps, "shorts">) {
  const words = useWords(stockViewWords);
  const language = useLanguage();
  const titled = (key: keyof ShortReport & string, isNumber = false): TableColumn<ShortReport> => {
    const { label, unit } = labels[key] ?? {};
    const title = label?.[language] ?? key;
    return {
      key,
      isNumber,
      title: isNumber && unit ? `${title} (${unit[language]})` : title,
    };
  };
  return (
    <SortedTable
      caption={words.shorts}
      rows={reports}
      rowKey={(report) => `${report.calculatedOn} ${sellerName(report)}`}
      columns={[
        titled("calculatedOn"),
        titled("disclosedOn"),
        { key: "seller", title: labels.seller?.label[language] ?? "", value: sellerName },
        titled("ratio", true),
        titled("shares", true),
        { key: "origin", title: words.origin, value: ({ origin }) => words.origins[origin] },
      ]}
    />
  );
}

const balances: readonly MarginLine[] = ["shortOutstanding", "longOutstanding"];
const ratios: readonly MarginLine[] = ["shortLongRatio", "shortRatio", "longRatio"];

interface MarginPanelsProps {
  readonly margin: MarginPanel;
  readonly axis: StockAxis;
  readonly isSimulated: boolean;
}

export function MarginPanels({ margin, axis, isSimulated }: MarginPanelsProps) {
  const words = useWords(stockViewWords);
  const language = useLanguage();
  const { labels, lines } = margin;
  const [balanceLines, ratioGroups] = useMemo((): [ChartLine[], ChartLine[][]] => {
    const linesOf = (names: readonly MarginLine[]): ChartLine[] =>
      names
        .filter((name) => lines[name].length > 0)
        .map((name) => ({ label: labels[name]?.label[language] ?? name, points: lines[name] }));
    return [linesOf(balances), bySize(linesOf(ratios))];
  }, [lines, labels, language]);
  return (
    <Panel
      title={words.margin}
      known={margin.known}
      isSimulated={isSimulated}
      table={<MarginRows margin={margin} />}
    >
      <Chart label={words.margin} lines={balanceLines} {...axis} />
      {ratioGroups.length > 0 && <h4>{words.marginRatio}</h4>}
      {ratioGroups.map((lines) => {
        const label = lines.map((line) => line.label).join(", ");
        return (
          <Chart key={label} label={`${words.marginRatio}: ${label}`} lines={lines} {...axis} height={120} />
        );
      })}
    </Panel>
  );
}

function MarginRows({ margin: { labels, rows } }: Pick<MarginPanelsProps, "margin">) {
  const words = useWords(stockViewWords);
  const language = useLanguage();
  const labelOf = (name: string) => labels[name]?.label[language] ?? name;
  const wordOf = (name: string, value: string) => labels[name]?.values?.[value]?.[language] ?? value;
  const numbers = [...balances, ...ratios].map(
    (name): TableColumn<MarginRow> => ({
      key: name,
      title: labelOf(name),
      isNumber: true,
    }),
  );
  return (
    <SortedTable
      caption={words.margin}
      rows={rows}
      rowKey={({ day, isLifted }) => `${day} ${isLifted ?? false}`}
      columns={[
        { key: "day", title: labelOf("appliedOn") },
        { key: "publishedOn", title: labelOf("publishedOn") },
        ...numbers,
        {
          key: "regulation",
          title: labelOf("regulation"),
          value: ({ regulation, isLifted }) =>
            isLifted ? words.lifted : regulation && wordOf("regulation", regulation),
        },
        {
          key: "reasons",
          title: labelOf("reasons"),
          value: ({ reasons }) => reasons?.map((reason) => wordOf("reasons", reason)).join(", "),
        },
        { key: "origin", title: words.origin, value: ({ origin }) => words.origins[origin] },
      ]}
    />
  );
}
