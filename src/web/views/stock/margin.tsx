/** Margin balances and ratios while a stock is published daily, with its regulation and the reasons. */
import { useMemo } from "preact/hooks";
import type { MarginLine, MarginPanel, MarginRow } from "../../../model/page/stock.ts";
import { Chart } from "../../parts/chart/chart.tsx";
import { bySize, type ChartLine } from "../../parts/chart/chart-data.ts";
import { Panel } from "../../parts/chart/panel.tsx";
import { type Column, Table } from "../../parts/table.tsx";
import { useLanguage, useWords } from "../../state/reader.ts";
import type { StockAxis } from "./axis.ts";
import { words } from "./words.ts";

const balances: readonly MarginLine[] = ["shortOutstanding", "longOutstanding"];
const ratios: readonly MarginLine[] = ["shortLongRatio", "shortRatio", "longRatio"];

interface MarginPanelsProps {
  readonly margin: MarginPanel;
  readonly axis: StockAxis;
  readonly isSimulated: boolean;
}

export function MarginPanels({ margin, axis, isSimulated }: MarginPanelsProps) {
  const said = useWords(words);
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
      title={said.margin}
      known={margin.known}
      isSimulated={isSimulated}
      table={<MarginRows margin={margin} />}
    >
      <Chart label={said.margin} lines={balanceLines} {...axis} />
      {ratioGroups.length > 0 && <h4>{said.marginRatio}</h4>}
      {ratioGroups.map((lines) => {
        const label = lines.map((line) => line.label).join(", ");
        return (
          <Chart key={label} label={`${said.marginRatio}: ${label}`} lines={lines} {...axis} height={120} />
        );
      })}
    </Panel>
  );
}

function MarginRows({ margin: { labels, rows } }: Pick<MarginPanelsProps, "margin">) {
  const said = useWords(words);
  const language = useLanguage();
  const labelOf = (name: string) => labels[name]?.label[language] ?? name;
  const wordOf = (name: string, value: string) => labels[name]?.values?.[value]?.[language] ?? value;
  const numbers = [...balances, ...ratios].map(
    (name): Column<MarginRow> => ({
      ...{ key: name, title: labelOf(name), isNumber: true },
      value: (row) => row[name],
    }),
  );
  return (
    <Table
      caption={said.margin}
      rows={rows}
      rowKey={({ day, isLifted }) => `${day} ${isLifted ?? false}`}
      columns={[
        { key: "day", title: labelOf("appliedOn"), value: ({ day }) => day },
        { key: "publishedOn", title: labelOf("publishedOn"), value: ({ publishedOn }) => publishedOn },
        ...numbers,
        {
          key: "regulation",
          title: labelOf("regulation"),
          value: ({ regulation, isLifted }) =>
            isLifted ? said.lifted : regulation && wordOf("regulation", regulation),
        },
        {
          key: "reasons",
          title: labelOf("reasons"),
          value: ({ reasons }) => reasons?.map((reason) => wordOf("reasons", reason)).join(", "),
        },
        { key: "origin", title: said.origin, value: ({ origin }) => said.origins[origin] },
      ]}
    />
  );
}
