/** The search field for stocks: by code, also as 7203.T or in wide letters, or by a part of the name. */
import { useState } from "preact/hooks";
import type { StocksAnswer } from "../../../model/page/stock.ts";
import { nameFor } from "../../../model/stock/company-name.ts";
import { Answered } from "../../parts/answered.tsx";
import "../../parts/finder.css";
import { Table } from "../../parts/table.tsx";
import { link } from "../../state/address.ts";
import { useAnswer } from "../../state/calls.ts";
import { useLanguage, useWords } from "../../state/reader.ts";
import { words } from "./words.ts";

interface FinderProps {
  readonly find: string;
}

export function StockFinder({ find }: FinderProps) {
  const said = useWords(words);
  const [text, setText] = useState(find);
  return (
    <search class="finder">
      <label>
        {said.find}{" "}
        <input type="search" value={text} onInput={({ currentTarget }) => setText(currentTarget.value)} />
      </label>
      <FoundStocks find={text.trim()} />
    </search>
  );
}

function FoundStocks({ find }: FinderProps) {
  const said = useWords(words);
  const language = useLanguage();
  const answered = useAnswer<StocksAnswer>("api/stocks", { find });
  return (
    <Answered of={answered}>
      {({ found, isCut }) =>
        found.length === 0 ? (
          <p>{said.foundNone}</p>
        ) : (
          <>
            <Table
              caption={find === "" ? said.onLists : said.foundStocks}
              rows={found}
              rowKey={({ code }) => code}
              columns={[
                {
                  key: "code",
                  title: said.code,
                  value: ({ code }) => code,
                  show: ({ code }) => <a href={link("stock", [code])}>{code}</a>,
                },
                { key: "name", title: said.name, value: (stock) => nameFor(language, stock) },
                {
                  key: "watchlists",
                  title: said.watchlists,
                  value: ({ watchlists }) => watchlists.join(", "),
                },
              ]}
            />
            {isCut && <p class="quiet">{said.foundMore}</p>}
          </>
        )
      }
    </Answered>
  );
}
