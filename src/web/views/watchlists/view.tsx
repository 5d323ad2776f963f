/** Watchlists: the stocks of one, each on a line with its state, edited in place. */
import { useState } from "preact/hooks";
import { groupedNumber } from "../../../model/numbers.ts";
import type { WatchlistAnswer, WatchlistEdit, WatchlistsAnswer } from "../../../model/page/watchlists.ts";
import { WhenAnswered } from "../../parts/answered.tsx";
import { TextField } from "../../parts/fields.tsx";
import { link } from "../../state/address.ts";
import { useAnswer } from "../../state/calls.ts";
import { useMayAct, useWords } from "../../state/reader.ts";
import type { View, ViewProps } from "../view.ts";
import { EditOutcome, useEdits } from "./edits.tsx";
import { ImportList } from "./import-list.tsx";
import { columnsOf, StockTable, useOpenAlerts } from "./stock-table.tsx";
import { watchlistsWords } from "./words.ts";
import "./watchlists.css";

function Watchlists({ rest: [asked], query }: ViewProps) {
  const words = useWords(watchlistsWords);
  const lists = useAnswer<WatchlistsAnswer>("api/watchlists");
  return (
    <>
      <h2>{words.title}</h2>
      <WhenAnswered of={lists}>
        {({ lists: all }) => {
          const name = asked || all[0]?.name;
          if (name === undefined) return <p>{words.none}</p>;
          return (
            <>
              <nav aria-label={words.title} class="tabs">
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
      </WhenAnswered>
    </>
  );
}

function List({ name, from }: { readonly name: string; readonly from: string }) {
  const words = useWords(watchlistsWords);
  const mayAct = useMayAct();
  const { version, became, edit, undo, leave } = useEdits(name);
  const list = useAnswer<WatchlistAnswer>("api/watchlists/list", { name, from }, version);
  const open = useOpenAlerts();
  return (
    <WhenAnswered of={list}>
      {(found) => (
        <section aria-label={name}>
          <p class="quiet">
            {words.stocks(groupedNumber(found.total))}{" "}
            {found.isInSettings ? words.inSettings(found.file) : words.inFile(found.file)}
          </p>
          <EditOutcome of={became} undo={undo} edit={(change) => edit(found.hash, change)} leave={leave} />
          {found.total === 0 && <p>{mayAct ? words.emptyList : words.emptyListRead}</p>}
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
              <ImportList key={version} list={name} edit={edit} />
            </div>
          )}
        </section>
      )}
    </WhenAnswered>
  );
}

function Pages({ list: { name, from, total, stocks } }: { readonly list: WatchlistAnswer }) {
  const words = useWords(watchlistsWords);
  const to = from + stocks.length;
  if (from === 0 && to >= total) return null;
  const at = (place: number) => link("watchlists", [name], { from: String(place) });
  return (
    <p class="pages">
      {from > 0 && <a href={at(Math.max(0, from - 100))}>{words.before}</a>}{" "}
      {words.range(groupedNumber(from + 1), groupedNumber(to), groupedNumber(total))}{" "}
      {to < total && <a href={at(to)}>{words.after}</a>}
    </p>
  );
}

export const watchlistsView: View = {
  path: "watchlists",
  words: watchlistsWords,
  inMenu: true,
  Page: Watchlists,
};

type Edit = (change: WatchlistEdit) => Promise<boolean>;

/** The form by which a list gets a stock. */
function AddStock({ columns, edit }: { readonly columns: readonly string[]; readonly edit: Edit }) {
  const words = useWords(watchlistsWords);
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
      aria-label={words.add}
      onSubmit={(event) => {
        event.preventDefault();
        void add();
      }}
    >
      <h3>{words.add}</h3>
      <TextField label={words.addCode} required value={code} size={10} change={setCode} />
      {columns.map((column) => (
        <TextField
          key={column}
          label={words.columns[column] ?? column}
          value={cells[column] ?? ""}
          size={8}
          change={(text) => setCells((last) => ({ ...last, [column]: text }))}
        />
      ))}
      <button type="submit">{words.addButton}</button>
    </form>
  );
}

/** The form by which the file of a list gets a column. */
function AddColumn({ edit }: { readonly edit: Edit }) {
  const words = useWords(watchlistsWords);
  const [name, setName] = useState("");
  return (
    <form
      aria-label={words.addColumn}
      onSubmit={(event) => {
        event.preventDefault();
        void edit({ do: "column", name }).then((isTaken) => isTaken && setName(""));
      }}
    >
      <h3>{words.addColumn}</h3>
      <TextField label={words.columnName} required value={name} size={10} change={setName} />
      <button type="submit">{words.addColumn}</button>
    </form>
  );
}
