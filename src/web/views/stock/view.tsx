/** A stock: everything about it on one axis of time. Without a code, the stocks that the monitor knows. */
import { useMemo } from "preact/hooks";
import { groupedNumber } from "../../../model/numbers.ts";
import type { AboutAnswer } from "../../../model/page/about.ts";
import type { SellerLine, ShortReport, ShortsPanel, StockAnswer } from "../../../model/page/stock.ts";
import { nameFor } from "../../../model/stock/company-name.ts";
import { Answered } from "../../parts/answered.tsx";
import { Chart } from "../../parts/chart/chart.tsx";
import type { ChartLine } from "../../parts/chart/chart-data.ts";
import { Panel } from "../../parts/chart/panel.tsx";
import { Range, rangeQuery } from "../../parts/chart/range.tsx";
import { type Column, Table } from "../../parts/table.tsx";
import { link } from "../../state/address.ts";
import { useAnswer } from "../../state/calls.ts";
import { useLive } from "../../state/live.ts";
import { useLanguage, useWords } from "../../state/reader.ts";
import type { View, ViewProps } from "../view.ts";
import { StockAlerts, StockComments } from "./alerts.tsx";
import { type StockAxis, useStockAxis } from "./axis.ts";
import { StockFinder } from "./finder.tsx";
import { ForumPanels } from "./forum.tsx";
import { MarginPanels } from "./margin.tsx";
import { RecordPanels } from "./records.tsx";
import "./stock.css";
import { words } from "./words.ts";

// Short positions by seller and their total.

/** More lines than these could not be told apart. */
const mostLines = 7;

interface ShortPanelProps {
  readonly shorts: ShortsPanel;
  readonly axis: StockAxis;
  readonly isSimulated: boolean;
}

function ShortPanel({ shorts, axis, isSimulated }: ShortPanelProps) {
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

function StockView({ rest: [code = ""], query }: ViewProps) {
  const said = useWords(words);
  const find = query.get("find") ?? "";
  if (code !== "") return <OneStock code={code} query={query} />;
  return (
    <>
      <h2>{said.title}</h2>
      <StockFinder key={find} find={find} />
    </>
  );
}

interface OneStockProps {
  readonly code: string;
  readonly query: URLSearchParams;
}

function OneStock({ code, query }: OneStockProps) {
  const { episodes = [] } = useLive();
  // An alert about it is a reason to look again.
  const newest = Math.max(0, ...episodes.flatMap(({ seq, subject }) => (subject === code ? seq : [])));
  const answered = useAnswer<StockAnswer>("api/stock", { code, ...rangeQuery(query) }, newest);
  const answer = answered.state === "answered" ? answered.answer : "before" in answered && answered.before;
  return (
    <>
      <div class="stock-top">
        <StockHead code={code} stock={answer && answer.code === code ? answer : undefined} />
      </div>
      <Range />
      <Answered of={answered}>{(found) => <StockPanels stock={found} />}</Answered>
    </>
  );
}

function StockPanels({ stock }: { readonly stock: StockAnswer }) {
  const said = useWords(words);
  const { shorts, margin, forum, records, alerts } = stock;
  const axis = useStockAxis(stock);
  const isSimulated = (service: string) => stock.simulated.includes(service);
  const isEmpty = !shorts && !margin && !forum && records.length === 0 && alerts.length === 0;
  return (
    <>
      {isEmpty ? <p>{said.nothing}</p> : <StockAlerts stock={stock} axis={axis} />}
      <RecordPanels stock={stock} axis={axis} />
      {shorts && <ShortPanel shorts={shorts} axis={axis} isSimulated={isSimulated("market")} />}
      {margin && <MarginPanels margin={margin} axis={axis} isSimulated={isSimulated("market")} />}
      {forum && <ForumPanels forum={forum} axis={axis} isSimulated={isSimulated("forum")} />}
      <StockComments stock={stock} />
    </>
  );
}

interface StockHeadProps {
  readonly code: string;
  /** Undefined: it is not read yet. */
  readonly stock: StockAnswer | undefined;
}

function StockHead({ code, stock }: StockHeadProps) {
  const said = useWords(words);
  const language = useLanguage();
  const about = useAnswer<AboutAnswer>("api/about");
  const page = about.state === "answered" ? about.answer.stockPage : undefined;
  return (
    <div>
      <h2>
        {code} {stock && nameFor(language, stock)}
      </h2>
      <p class="stock-lists">
        {stock?.watchlists.map(({ watchlist, notes }) => (
          <span key={watchlist}>
            <a href={link("watchlists", [watchlist])}>{watchlist}</a>{" "}
            {Object.entries(notes)
              .map(([column, value]) => `${said.notes[column] ?? column} ${noted(value, said.sides)}`)
              .join(said.comma)}
          </span>
        ))}
        {page !== undefined && /^https?:/.test(page) && (
          <a
            href={page.replaceAll("{code}", encodeURIComponent(code))}
            rel="noreferrer noopener"
            target="_blank"
          >
            {said.marketPage}
          </a>
        )}
      </p>
    </div>
  );
}

/** A note as its list has it, numbers with separators. */
function noted(value: string | number, sides: Readonly<Record<string, string>>): string {
  const text = String(value);
  return sides[text] ?? (/^(0|[1-9]\d{0,14})(\.\d+)?$/.test(text) ? groupedNumber(Number(text)) : text);
}

export const stock: View = {
  path: "stock",
  title: { en: "Stocks", ja: "銘柄" },
  inMenu: true,
  Page: StockView,
};
