/** Forms by which a list gets a stock, and its file a column. */
/// <reference lib="dom" />
import { useState } from "preact/hooks";
import type { WatchlistEdit } from "../../../model/page/watchlists.ts";
import { useWords } from "../../shell/language.tsx";
import { words } from "./words.ts";

type Edit = (change: WatchlistEdit) => Promise<boolean>;

export function AddStock({ columns, edit }: { readonly columns: readonly string[]; readonly edit: Edit }) {
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

export function AddColumn({ edit }: { readonly edit: Edit }) {
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
