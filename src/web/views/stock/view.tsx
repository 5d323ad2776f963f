/** A stock: everything about it on one axis of time. Without a code, the stocks that the monitor knows. */
import type { AboutAnswer } from "../../../model/page/about.ts";
import type { StockAnswer } from "../../../model/page/stock.ts";
import { Answered } from "../../parts/answered.tsx";
import { Range, rangeQuery } from "../../parts/chart/range.tsx";
import { useAnswer } from "../../shell/calls.ts";
import { useWords } from "../../shell/language.tsx";
import { useLive } from "../../shell/live.ts";
import type { View, ViewProps } from "../view.ts";
import { StockAlerts, StockComments } from "./alerts.tsx";
import { useStockAxis } from "./axis.ts";
import { StockFinder } from "./finder.tsx";
import { ForumPanels } from "./forum.tsx";
import { MarginPanels } from "./margin.tsx";
import { RecordPanels } from "./records.tsx";
import { ShortPanel } from "./shorts.tsx";
import "./stock.css";
import { words } from "./words.ts";

function StockView({ rest: [code = ""], query }: ViewProps) {
  const said = useWords(words);
  return (
    <>
      {code === "" && <h2>{said.title}</h2>}
      <StockFinder find={query.get("find") ?? ""} isOpen={code === ""} />
      {code !== "" && <OneStock code={code} query={query} />}
    </>
  );
}

function OneStock({ code, query }: { readonly code: string; readonly query: URLSearchParams }) {
  const { episodes = [] } = useLive();
  // An alert about it is a reason to look again.
  const newest = Math.max(0, ...episodes.flatMap(({ seq, subject }) => (subject === code ? seq : [])));
  const answered = useAnswer<StockAnswer>("api/stock", { code, ...rangeQuery(query) }, newest);
  return (
    <>
      <Range />
      <Answered of={answered}>{(answer) => <StockPanels stock={answer} />}</Answered>
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
      <StockHead stock={stock} />
      {isEmpty && <p>{said.nothing}</p>}
      <StockAlerts stock={stock} />
      <RecordPanels stock={stock} axis={axis} />
      {shorts && <ShortPanel shorts={shorts} axis={axis} isSimulated={isSimulated("market")} />}
      {margin && <MarginPanels margin={margin} axis={axis} isSimulated={isSimulated("market")} />}
      {forum && <ForumPanels forum={forum} axis={axis} isSimulated={isSimulated("forum")} />}
      <StockComments stock={stock} />
    </>
  );
}

function StockHead({ stock: { code, name = "", watchlists } }: { readonly stock: StockAnswer }) {
  const said = useWords(words);
  const about = useAnswer<AboutAnswer>("api/about");
  const page = about.state === "answered" ? about.answer.stockPage : undefined;
  return (
    <>
      <h2>
        {code} {name}
      </h2>
      <p class="stock-lists">
        {watchlists.map(({ watchlist, notes }) => (
          <span key={watchlist}>
            <b>{watchlist}</b>{" "}
            {Object.entries(notes)
              .map(([column, value]) => `${said.notes[column] ?? column}: ${said.sides[value] ?? value}`)
              .join(", ")}
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
    </>
  );
}

export const stock: View = {
  path: "stock",
  title: { en: "Stocks", ja: "銘柄" },
  inMenu: true,
  Page: StockView,
};
