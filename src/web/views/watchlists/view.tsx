/** Watchlists: the stocks of one, each on a line with its state, edited in place. */
import { useState } from "preact/hooks";
import { groupedNumber } from "../../../model/numbers.ts";
import type { WatchlistAnswer, WatchlistEdit, WatchlistsAnswer } from "../../../model/page/watchlists.ts";
import { Answered } from "../../parts/answered.tsx";
import { link } from "../../state/address.ts";
import { useAnswer } from "../../state/calls.ts";
import { useLanguage, useWords } from "../../state/reader.ts";
import { useMayAct } from "../../state/session.ts";
import type { View, ViewProps } from "../view.ts";
import { Outcome, useEdits } from "./edits.tsx";
import { columnsOf, useOpenAlerts } from "./state.ts";
import { StockTable } from "./stock-table.tsx";
import "./watchlists.css";
import { words } from "./words.ts";

function Watchlists({ rest: [asked], query }: ViewProps) {
  const said = useWords(words);
  const language = useLanguage();
  const lists = useAnswer<WatchlistsAnswer>("api/watchlists");
  return (
    <>
      <h2>{watchlists.title[language]}</h2>
      <Answered of={lists}>
        {({ lists: all }) => {
          const name = asked || all[0]?.name;
          if (name === undefined) return <p>{said.none}</p>;
          return (
            <>
              <nav aria-label={said.lists} class="tabs">
                {all.map((list) => (
                  <a
                    key={list.name}
                    href={link("watchlists", [list.name])}
                    aria-current={list.name === name ? "page" : undefined}
                  >
                    {list.name} <span class="quiet">{groupedNumber(list.stocks)}</span>
                  </a>
                ))}
              </nav>
              <List key={name} name={name} from={query.get("from") ?? "0"} />
            </>
          );
        }}
      </Answered>
    </>
  );
}

function List({ name, from }: { readonly name: string; readonly from: string }) {
  const said = useWords(words);
  const mayAct = useMayAct();
  const { version, became, edit, undo, leave } = useEdits(name);
  const list = useAnswer<WatchlistAnswer>("api/watchlists/list", { name, from }, version);
  const open = useOpenAlerts();
  return (
    <Answered of={list}>
      {(found) => (
        <section aria-label={name}>
          <p class="quiet">
            {said.stocks(groupedNumber(found.total))}{" "}
            {found.isInSettings ? said.inSettings(found.file) : said.inFile(found.file)}
          </p>
          <Outcome of={became} undo={undo} edit={(change) => edit(found.hash, change)} leave={leave} />
          {found.total === 0 && <p>{mayAct ? said.emptyList : said.emptyListRead}</p>}
          {found.total > 0 && (
            <StockTable
              list={found}
              open={open}
              edit={mayAct ? (change) => edit(found.hash, change) : undefined}
            />
          )}
          <Pages list={found} />
          {mayAct && (
            <div class="adding">
              <AddStock columns={columnsOf(found)} edit={(change) => edit(found.hash, change)} />
              {!found.isInSettings && <AddColumn edit={(change) => edit(found.hash, change)} />}
            </div>
          )}
        </section>
      )}
    </Answered>
  );
}

function Pages({ list: { name, from, total, stocks } }: { readonly list: WatchlistAnswer }) {
  const said = useWords(words);
  const to = from + stocks.length;
  if (from === 0 && to >= total) return null;
  const at = (place: number) => link("watchlists", [name], { from: String(place) });
  return (
    <p class="pages">
      {from > 0 && <a href={at(Math.max(0, from - 100))}>{said.before}</a>}{" "}
      {said.range(groupedNumber(from + 1), groupedNumber(to), groupedNumber(total))}{" "}
      {to < total && <a href={at(to)}>{said.after}</a>}
    </p>
  );
}

export const watchlists: View = {
  path: "watchlists",
  title: { en: "Watchlists", ja: "ウォッチリスト" },
  inMenu: true,
  Page: Watchlists,
};

// Forms by which a list gets a stock, and its file a column.

type Edit = (change: WatchlistEdit) => Promise<boolean>;

function AddStock({ columns, edit }: { readonly columns: readonly string[]; readonly edit: Edit }) {
  const said = useWords(words);
  const [code, setCode] = useState("");
  const [cells, setCells] = useState<Readonly<Record<string, string>>>({});
  const add = async () => {
    const written = Object.entries(cells).filter(([, text]) => text.trim() !== "");
    if (!(await edit({ do: "add", code, cells: Object.fromEntries(written) }))) return;
    setCode("");
    setCells({});
  };
  return (
    <form
      aria-label={said.add}
      onSubmit={(event) => {
        event.preventDefault();
        void add();
      }}
    >
      <h3>{said.add}</h3>
      <label>
        {said.addCode}
        <input required value={code} size={10} onInput={(event) => setCode(event.currentTarget.value)} />
      </label>
      {columns.map((column) => (
        <label key={column}>
          {said.columns[column] ?? column}
          <input
            value={cells[column] ?? ""}
            size={8}
            onInput={({ currentTarget: { value } }) => setCells((last) => ({ ...last, [column]: value }))}
          />
        </label>
      ))}
      <button type="submit">{said.addButton}</button>
    </form>
  );
}

function AddColumn({ edit }: { readonly edit: Edit }) {
  const said = useWords(words);
  const [name, setName] = useState("");
  return (
    <form
      aria-label={said.addColumn}
      onSubmit={(event) => {
        event.preventDefault();
        void edit({ do: "column", name }).then((isTaken) => isTaken && setName(""));
      }}
    >
      <h3>{said.addColumn}</h3>
      <label>
        {said.columnName}
        <input required value={name} size={10} onInput={(event) => setName(event.currentTarget.value)} />
      </label>
      <button type="submit">{said.addColumn}</button>
    </form>
  );
}
