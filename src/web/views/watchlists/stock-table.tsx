/** The stocks of a list, one a line: what is noted of each, its open alerts, its last change. */
import { useMemo, useState } from "preact/hooks";
import { nameFor } from "../../../model/language.ts";
import { groupedNumber } from "../../../model/numbers.ts";
import type { ShownStock, WatchlistAnswer, WatchlistEdit } from "../../../model/page/watchlists.ts";
import { SeverityMark } from "../../parts/facts.tsx";
import { ShownMoment } from "../../parts/moment.tsx";
import { link } from "../../state/address.ts";
import { useLive } from "../../state/live.ts";
import { useLanguage, useWords } from "../../state/reader.ts";
import { watchlistsWords } from "./words.ts";
import "../../parts/table.css";
import "../../parts/visually-hidden.css";

interface StockTableProps {
  readonly list: WatchlistAnswer;
  readonly open: OpenAlerts;
  /** Resolves with whether it was taken. Undefined: the reader may only read. */
  readonly edit: ((change: WatchlistEdit) => Promise<boolean>) | undefined;
}

export function StockTable({ list, open, edit }: StockTableProps) {
  const words = useWords(watchlistsWords);
  const language = useLanguage();
  const [changing, setChanging] = useState<string>();
  const columns = changing === undefined ? list.columns : columnsOf(list);
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: a keyboard scrolls what has the focus
    <section class="table" aria-label={list.name} tabIndex={0}>
      <table class="stocks">
        <caption class="visually-hidden">{list.name}</caption>
        <thead>
          <tr>
            <th scope="col">{words.code}</th>
            <th scope="col">{words.name}</th>
            <th scope="col">{words.open}</th>
            <th scope="col">{words.last}</th>
            {columns.map((column) => (
              <th key={column} scope="col" class={isNumeric(list, column) ? "number" : undefined}>
                {words.columns[column] ?? column}
              </th>
            ))}
            {edit && (
              <th scope="col" class="edits">
                {words.edits}
              </th>
            )}
          </tr>
        </thead>
        <tbody>
          {list.stocks.map((stock) => (
            <tr key={stock.code}>
              <th scope="row">
                <a href={link("stock", [stock.code])}>{stock.code}</a>
              </th>
              <td class="name">{nameFor(language, stock) ?? "–"}</td>
              <td data-title={words.open} class={open.has(stock.code) ? undefined : "none"}>
                <OpenOf code={stock.code} open={open} />
              </td>
              <td data-title={words.last} class={stock.last ? undefined : "none"}>
                {stock.last ? (
                  <>
                    <ShownMoment at={stock.last.time} />{" "}
                    <span class="quiet change">{words.types[stock.last.type] ?? stock.last.type}</span>
                  </>
                ) : (
                  "–"
                )}
              </td>
              {changing === stock.code && edit ? (
                <Change {...{ stock, columns }} edit={edit} done={() => setChanging(undefined)} />
              ) : (
                <Shown {...{ list, stock, columns, edit }} change={() => setChanging(stock.code)} />
              )}
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  );
}

function OpenOf({ code, open }: { readonly code: string; readonly open: OpenAlerts }) {
  const own = open.get(code);
  if (own === undefined) return <>–</>;
  return (
    <a href={link("inbox", [], { stock: code })}>
      <SeverityMark severity={own.severity} /> {groupedNumber(own.count)}
    </a>
  );
}

interface ShownProps {
  readonly list: WatchlistAnswer;
  readonly stock: ShownStock;
  readonly columns: readonly string[];
  readonly edit: StockTableProps["edit"];
  change(): void;
}

function Shown({ list, stock, columns, edit, change }: ShownProps) {
  const words = useWords(watchlistsWords);
  const { code, cells } = stock;
  return (
    <>
      {columns.map((column) => (
        <td
          key={column}
          data-title={words.columns[column] ?? column}
          class={cells[column] === undefined ? "none" : isNumeric(list, column) ? "number" : undefined}
        >
          {column === "side"
            ? (words.sides[String(cells[column])] ?? shown(cells[column]))
            : shown(cells[column])}
        </td>
      ))}
      {edit && (
        <td class="edits">
          {columnsOf(list).length > 0 && (
            <button type="button" aria-label={words.changeOf(code)} onClick={change}>
              {words.change}
            </button>
          )}
          <button
            type="button"
            aria-label={words.removeOf(code)}
            onClick={() => void edit({ do: "remove", code })}
          >
            {words.remove}
          </button>
        </td>
      )}
    </>
  );
}

interface ChangeProps {
  readonly stock: ShownStock;
  readonly columns: readonly string[];
  readonly edit: NonNullable<StockTableProps["edit"]>;
  done(): void;
}

function Change({ stock: { code, cells }, columns, edit, done }: ChangeProps) {
  const words = useWords(watchlistsWords);
  const [texts, setTexts] = useState<Readonly<Record<string, string>>>({});
  const save = async () => {
    const changed = Object.entries(texts).filter(([column, text]) => text !== String(cells[column] ?? ""));
    if (changed.length === 0 || (await edit({ do: "change", code, cells: Object.fromEntries(changed) })))
      done();
  };
  const pressed = ({ key, isComposing }: KeyboardEvent) => {
    if (isComposing) return;
    if (key === "Enter") void save();
    if (key === "Escape") done();
  };
  return (
    <>
      {columns.map((column, index) => (
        <td key={column} data-title={words.columns[column] ?? column}>
          <input
            aria-label={`${code} ${words.columns[column] ?? column}`}
            size={8}
            value={texts[column] ?? String(cells[column] ?? "")}
            {...(index === 0 && { ref: focused })}
            onInput={({ currentTarget: { value } }) => setTexts((last) => ({ ...last, [column]: value }))}
            onKeyDown={pressed}
          />
        </td>
      ))}
      <td class="edits">
        <button type="button" onClick={save}>
          {words.save}
        </button>
        <button type="button" onClick={done}>
          {words.cancel}
        </button>
      </td>
    </>
  );
}

/** What is asked to be changed gets the focus, once. */
function focused(field: HTMLInputElement | null): void {
  field?.focus();
}

function isNumeric({ stocks }: WatchlistAnswer, column: string): boolean {
  const known = stocks.map(({ cells }) => cells[column]).filter((value) => value !== undefined);
  return known.length > 0 && known.every((value) => Number.isFinite(Number(value)));
}

/** A CSV file's numbers come as texts; they are shown with all the digits that it has. */
function shown(value: string | number | undefined): string {
  if (value === undefined) return "–";
  const isPlain = /^-?(0|[1-9]\d{0,14})(\.\d+)?$/.test(String(value));
  return isPlain ? groupedNumber(Number(value)) : String(value);
}

/** A list of the settings takes the usual columns whether it has them yet or not. */
export function columnsOf({ isInSettings, columns }: WatchlistAnswer): string[] {
  return isInSettings ? [...new Set([...columns, "note", "shares", "price", "side"])] : [...columns];
}

/** Number of open alerts and the gravest of them, by stock. */
type OpenAlerts = ReadonlyMap<string, { readonly count: number; readonly severity: string }>;

const gravities = ["info", "warning", "critical"];

export function useOpenAlerts(): OpenAlerts {
  const { episodes } = useLive();
  return useMemo(() => {
    const open = new Map<string, { count: number; severity: string }>();
    for (const { subject, severity: own } of episodes ?? []) {
      const { count, severity } = open.get(subject) ?? { count: 0, severity: "" };
      const graver = gravities.indexOf(own) > gravities.indexOf(severity) ? own : severity;
      open.set(subject, { count: count + 1, severity: graver });
    }
    return open;
  }, [episodes]);
}
