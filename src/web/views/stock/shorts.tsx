/** Short positions by seller and their total. */
import { useMemo } from "preact/hooks";
import type { SellerLine, ShortReport, ShortsPanel } from "../../../model/page/stock.ts";
import { Chart } from "../../parts/chart/chart.tsx";
import type { ChartLine } from "../../parts/chart/chart-data.ts";
import { Panel } from "../../parts/chart/panel.tsx";
import { type Column, Table } from "../../parts/table.tsx";
import { useLanguage, useWords } from "../../shell/language.tsx";
import type { StockAxis } from "./axis.ts";
import { words } from "./words.ts";

/** More lines than these could not be told apart. */
const mostLines = 7;

interface ShortPanelProps {
  readonly shorts: ShortsPanel;
  readonly axis: StockAxis;
  readonly isSimulated: boolean;
}

export function ShortPanel({ shorts, axis, isSimulated }: ShortPanelProps) {
  const said = useWords(words);
  const { sellers, total } = shorts;
  const lines = useMemo(
    (): ChartLine[] => [
      { label: said.total, points: total, kind: "step" },
      ...sellers
        .slice(0, mostLines)
        .map((seller): ChartLine => ({ label: sellerName(seller), points: seller.points, kind: "step" })),
    ],
    [sellers, total, said],
  );
  return (
    <Panel
      title={said.shorts}
      known={shorts.known}
      isSimulated={isSimulated}
      table={<Reports shorts={shorts} />}
    >
      <p class="quiet panel-known">{said.shortsNote}</p>
      <Chart label={said.shorts} lines={lines} height={220} {...axis} />
      {sellers.length > mostLines && <p class="quiet">{said.moreSellers(sellers.length - mostLines)}</p>}
    </Panel>
  );
}

function sellerName({ seller, fund }: Pick<SellerLine, "seller" | "fund">): string {
  return fund === undefined ? seller : `${seller} / ${fund}`;
}

function Reports({ shorts: { labels, reports } }: Pick<ShortPanelProps, "shorts">) {
  const said = useWords(words);
  const language = useLanguage();
  const titled = (key: keyof ShortReport & string, isNumber = false): Column<ShortReport> => {
    const { label, unit } = labels[key] ?? {};
    const title = label?.[language] ?? key;
    return {
      ...{ key, isNumber, title: isNumber && unit ? `${title} (${unit[language]})` : title },
      value: (report) => report[key],
    };
  };
  return (
    <Table
      caption={said.shorts}
      rows={reports}
      rowKey={(report) => `${report.calculatedOn} ${sellerName(report)}`}
      columns={[
        titled("calculatedOn"),
        titled("disclosedOn"),
        { key: "seller", title: labels.seller?.label[language] ?? "", value: sellerName },
        titled("ratio", true),
        titled("shares", true),
        { key: "origin", title: said.origin, value: ({ origin }) => said.origins[origin] },
      ]}
    />
  );
}
