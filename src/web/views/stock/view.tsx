/** A stock: everything about it on one axis of time. Without a code, the stocks that are found by code or name. */
import { type ComponentChild, Fragment } from "preact";
import { useState } from "preact/hooks";
import { holdingWords, type LastClose } from "../../../model/holding.ts";
import { nameFor } from "../../../model/language.ts";
import { groupedNumber } from "../../../model/numbers.ts";
import type { AboutAnswer } from "../../../model/page/sources.ts";
import type { ListedStock, SourcePanels, StockAnswer, StocksAnswer } from "../../../model/page/stock.ts";
import { WhenAnswered } from "../../parts/answered.tsx";
import { RangeFields, rangeQuery } from "../../parts/chart/panel.tsx";
import { TextField } from "../../parts/fields.tsx";
import { SortedTable } from "../../parts/table.tsx";
import { link } from "../../state/address.ts";
import { answerIn, useAnswer } from "../../state/calls.ts";
import { useNewest } from "../../state/live.ts";
import { useLanguage, useWords } from "../../state/reader.ts";
import type { View, ViewProps } from "../view.ts";
import { StockAlerts, type StockAxis, useStockAxis } from "./axis.tsx";
import { ForumPanels, StockComments } from "./forum.tsx";
import { MarginPanels, ShortPanel } from "./market.tsx";
import { RecordPanels } from "./records.tsx";
import { TimelyRows } from "./timely.tsx";
import { stockViewWords } from "./words.ts";
import "./stock.css";
import "../../parts/finder.css";

function StockView({ rest: [code = ""], query }: ViewProps) {
  const words = useWords(stockViewWords);
  const find = query.get("find") ?? "";
  if (code !== "") return <OneStock code={code} query={query} />;
  return (
    <>
      <h2>{words.title}</h2>
      <StockFinder key={find} find={find} />
    </>
  );
}

interface OneStockProps {
  readonly code: string;
  readonly query: URLSearchParams;
}

function OneStock({ code, query }: OneStockProps) {
  const newest = useNewest(code);
  const answered = useAnswer<StockAnswer>("api/stock", { code, ...rangeQuery(query) }, newest);
  const answer = answerIn(answered);
  return (
    <>
      <div class="stock-top">
        <StockHead code={code} stock={answer?.code === code ? answer : undefined} />
      </div>
      <RangeFields />
      <WhenAnswered of={answered}>{(found) => <StockPanels stock={found} />}</WhenAnswered>
    </>
  );
}

interface DrawnOn {
  readonly axis: StockAxis;
  isSimulated(service: string): boolean;
}

/** How each panel of sources is drawn, in the order of the view. */
const panels: {
  readonly [Name in keyof SourcePanels]: (panel: SourcePanels[Name], on: DrawnOn) => ComponentChild;
} = {
  shorts: (shorts, { axis, isSimulated }) => (
    <ShortPanel shorts={shorts} axis={axis} isSimulated={isSimulated("market")} />
  ),
  margin: (margin, { axis, isSimulated }) => (
    <MarginPanels margin={margin} axis={axis} isSimulated={isSimulated("market")} />
  ),
  timely: (timely, { axis, isSimulated }) => (
    <TimelyRows timely={timely} axis={axis} isSimulated={isSimulated("market")} />
  ),
  forum: (forum, { axis, isSimulated }) => (
    <ForumPanels forum={forum} axis={axis} isSimulated={isSimulated("forum")} />
  ),
};
const panelNames = Object.keys(panels) as (keyof SourcePanels)[];

function drawn<Name extends keyof SourcePanels>(
  name: Name,
  panel: SourcePanels[Name] | undefined,
  on: DrawnOn,
): ComponentChild {
  return panel && panels[name](panel, on);
}

function StockPanels({ stock }: { readonly stock: StockAnswer }) {
  const words = useWords(stockViewWords);
  const { records, alerts } = stock;
  const axis = useStockAxis(stock);
  const isSimulated = (service: string) => stock.simulated.includes(service);
  const isEmpty = panelNames.every((name) => !stock[name]) && records.length === 0 && alerts.length === 0;
  return (
    <>
      {isEmpty ? <p>{words.nothing}</p> : <StockAlerts stock={stock} axis={axis} />}
      <RecordPanels stock={stock} axis={axis} />
      {panelNames.map((name) => (
        <Fragment key={name}>{drawn(name, stock[name], { axis, isSimulated })}</Fragment>
      ))}
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
  const words = useWords(stockViewWords);
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
              .map(([column, value]) => `${words.notes[column] ?? column} ${noted(value, words.sides)}`)
              .join(words.comma)}
            <Holding notes={notes} close={stock.close} />
          </span>
        ))}
        {page !== undefined && /^https?:/.test(page) && (
          <a
            href={page.replaceAll("{code}", encodeURIComponent(code))}
            rel="noreferrer noopener"
            target="_blank"
          >
            {words.marketPage}
          </a>
        )}
      </p>
    </div>
  );
}

interface HoldingProps extends Pick<ListedStock, "notes"> {
  readonly close: LastClose | undefined;
}

/** What the shares that a list notes with a price are worth. */
function Holding({ notes, close }: HoldingProps) {
  const language = useLanguage();
  const { shares, price } = notes;
  if (close === undefined || typeof shares !== "number" || typeof price !== "number") return null;
  return (
    <>
      <br />
      {holdingWords(shares, close, language)}
    </>
  );
}

/** A note as its list has it, numbers with separators. */
function noted(value: string | number, sides: Readonly<Record<string, string>>): string {
  const text = String(value);
  return sides[text] ?? (/^(0|[1-9]\d{0,14})(\.\d+)?$/.test(text) ? groupedNumber(Number(text)) : text);
}

export const stockView: View = {
  path: "stock",
  words: stockViewWords,
  inMenu: true,
  Page: StockView,
};

interface FinderProps {
  readonly find: string;
}

function StockFinder({ find }: FinderProps) {
  const words = useWords(stockViewWords);
  const [text, setText] = useState(find);
  return (
    <search class="finder">
      <TextField label={words.find} type="search" value={text} change={setText} />
      <FoundStocks find={text.trim()} />
    </search>
  );
}

function FoundStocks({ find }: FinderProps) {
  const words = useWords(stockViewWords);
  const language = useLanguage();
  const answered = useAnswer<StocksAnswer>("api/stocks", { find });
  return (
    <WhenAnswered of={answered}>
      {({ found, isCut }) =>
        found.length === 0 ? (
          <p>{words.foundNone}</p>
        ) : (
          <>
            <SortedTable
              caption={find === "" ? words.onLists : words.foundStocks}
              rows={found}
              rowKey={({ code }) => code}
              columns={[
                {
                  key: "code",
                  title: words.code,
                  show: ({ code }) => <a href={link("stock", [code])}>{code}</a>,
                },
                { key: "name", title: words.name, value: (stock) => nameFor(language, stock) },
                {
                  key: "watchlists",
                  title: words.watchlists,
                  value: ({ watchlists }) => watchlists.join(", "),
                },
              ]}
            />
            {isCut && <p class="quiet">{words.foundMore}</p>}
          </>
        )
      }
    </WhenAnswered>
  );
}
