/** The question about the stocks: named in any form, looked up in the market's list, written as a watchlist. */
import { existsSync, readFileSync } from "node:fs";
import { dirname, relative } from "node:path";
import { createClients, createGates } from "../../../app/clients.ts";
import { isSimulated, serveSimulator } from "../../../app/services.ts";
import type { Config } from "../../../config/config.ts";
import { parseCsv } from "../../../lib/csv.ts";
import { Failure } from "../../../lib/failure.ts";
import type { Written } from "../../../lib/yaml/written-value.ts";
import { shortCode } from "../../../model/fields.ts";
import { type Draft, readDraft, withSetting } from "../draft.ts";
import { type Attempt, isAsked, type Session, settle } from "../session.ts";
import { findStocks, type Issues, type NamedStock, named } from "./stocks.ts";

export interface AskedStocks {
  readonly draft: Draft;
  readonly stocks: readonly NamedStock[];
  /** The file of the list, to be written; undefined: it is in the config file, or stays as it is. */
  readonly list?: { readonly path: string; readonly text: string } | undefined;
}

/** @param present settings as they were before @param isNew whether there were none */
export async function askStocks(
  session: Session,
  draft: Draft,
  { present, isNew }: { present: Config; isNew: boolean },
): Promise<AskedStocks> {
  const { dialogue, words, options, once } = session;
  const before = readWatchlist(present);
  const read = readDraft(draft);
  if (options.stocks === undefined && !isAsked(session, undefined))
    return { draft, stocks: before.codes.map((code) => ({ code })) };
  const issues = read.ok ? await once(() => listedIssues(session, read.config)) : undefined;
  const question = issues === undefined ? words.stocksByCode : words.stocks;
  const part = { option: "--stocks", question };
  let stocks: readonly NamedStock[] = [];
  const answered = await settle<string>(session, {
    option: "--stocks",
    given: options.stocks,
    ask: () =>
      dialogue.text({
        message: question,
        // What ships is nobody's choice.
        initial: isNew ? undefined : before.codes.join(", "),
        example: "7203, 6758.T, 130A",
      }),
    async attempt(answer): Promise<Attempt> {
      const found = findStocks(answer, issues);
      if (found.unknown.length > 0)
        return { ok: false, problem: words.noStocks(found.unknown, issues !== undefined), part };
      const chosen = await clear(session, found.unclear);
      if (chosen === undefined)
        return {
          ok: false,
          problem: words.unclearStocks(found.unclear[0]?.asked ?? "", found.unclear[0]?.found ?? []),
          part,
        };
      stocks = [...found.stocks, ...chosen];
      if (stocks.length === 0) return { ok: false, problem: words.noStock };
      return { ok: true, draft, told: words.watching(stocks) };
    },
    skipped: draft,
  });
  if (stocks.length === 0)
    return { draft: answered, stocks: before.codes.map((code) => named(code, issues)) };
  return withStocks(answered, before, stocks, isNew);
}

/** A list in the config file stays there; a new one gets a file of its own, which may be saved while the monitor runs. */
function withStocks(
  draft: Draft,
  before: Watchlist,
  stocks: readonly NamedStock[],
  isNew: boolean,
): AskedStocks {
  const path = isNew ? "watchlist.csv" : before.file;
  if (path === undefined) {
    const same = stocks.map(({ code }) => code).join() === before.codes.join();
    const codes = stocks.map(({ code }) => before.entries.get(code) ?? code);
    return { draft: same ? draft : withSetting(draft, ["watchlists", before.name], codes), stocks };
  }
  const next = isNew
    ? withSetting(draft, ["watchlists", before.name], { file: path, texts: ["name"] })
    : draft;
  return {
    draft: next,
    stocks,
    list: { path, text: writeWatchlist(isNew ? undefined : before.text, stocks) },
  };
}

/** The stocks that a person means by words that may be several; undefined: nobody can say, or none was chosen. */
async function clear(
  { dialogue, words }: Session,
  unclear: ReturnType<typeof findStocks>["unclear"],
): Promise<NamedStock[] | undefined> {
  const chosen: NamedStock[] = [];
  for (const { asked, found } of unclear) {
    if (!dialogue.isPerson) return undefined;
    const choices = found.map(({ code, name = "" }) => ({ value: code, label: `${code} ${name}` }));
    const codes = await dialogue.pick(words.whichStocks(asked), choices);
    if (codes.length === 0) return undefined;
    chosen.push(...found.filter(({ code }) => codes.includes(code)));
  }
  return chosen;
}

/** The list of the market service, its own or the simulated one; undefined where it does not tell it. */
async function listedIssues({ options }: Session, config: Config): Promise<Issues | undefined> {
  const isPlayed = isSimulated(config, "market");
  if (!options.try && !isPlayed) return undefined;
  const simulator = isPlayed ? await serveSimulator({ port: 0 }) : undefined;
  try {
    return await createClients(config, simulator, createGates(config)).market.names();
  } catch (error) {
    if (error instanceof Failure) return undefined;
    throw error;
  } finally {
    await simulator?.close();
  }
}

// The watchlist of a setup: read from the settings or its file, and written back with all that was noted in
// it.

interface Watchlist {
  readonly name: string;
  readonly codes: readonly string[];
  /** Its file as the settings name it; undefined: it is written into them. */
  readonly file?: string;
  /** What the file holds. */
  readonly text?: string;
  /** What the settings note about a stock, by its code. */
  readonly entries: ReadonlyMap<string, Written>;
}

const usualName = "mine";

/** The list that is called mine, else the first; without any, an empty one of that name. */
export function readWatchlist({ watchlists, file }: Config): Watchlist {
  const [name, list] =
    Object.entries(watchlists).find(([own]) => own === usualName) ?? Object.entries(watchlists)[0] ?? [];
  if (name === undefined || list === undefined) return { name: usualName, codes: [], entries: new Map() };
  if (!("file" in list)) {
    const noted = list.filter((stock) => Object.keys(stock).length > 1);
    const entries = new Map(noted.map((stock) => [stock.code, stock as Written]));
    return { name, codes: list.map(({ code }) => code), entries };
  }
  const text = existsSync(list.file) ? readFileSync(list.file, "utf8") : "";
  const { codeAt, rows } = readRows(text);
  const codes = rows.map(({ cells }) => shortCode(cells[codeAt] ?? "")).filter((code) => code !== "");
  return { name, codes, file: relative(dirname(file), list.file), text, entries: new Map() };
}

/** The file with these stocks: lines of those that stay are left as they are, those of others go. */
export function writeWatchlist(before: string | undefined, stocks: readonly NamedStock[]): string {
  const { heading, codeAt, rows } = readRows(before ?? "");
  const head = heading ?? "code,name";
  const columns = parseCsv(head)[0] ?? [];
  const lines = stocks.map((stock) => {
    const kept = rows.find(({ cells }) => shortCode(cells[codeAt] ?? "") === stock.code);
    return kept?.line ?? columns.map((column) => cell(cellOf(stock, column))).join(",");
  });
  return `${[head, ...lines].join("\n")}\n`;
}

function cellOf({ code, name = "" }: NamedStock, column: string): string {
  return column === "code" ? code : column === "name" ? name : "";
}

function cell(text: string): string {
  return /[",\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
}

/** Rows with their lines; no cell that people note about a stock holds a line break. */
function readRows(text: string) {
  const [heading, ...lines] = text.split(/\r?\n/).filter((line) => line.trim() !== "");
  const columns = heading === undefined ? ["code"] : (parseCsv(heading)[0] ?? []);
  const codeAt = Math.max(0, columns.indexOf("code"));
  return { heading, codeAt, rows: lines.map((line) => ({ line, cells: parseCsv(line)[0] ?? [] })) };
}
