/**
 * The question about the stocks: named by codes of any form or by names, looked up in the market's list, and written as
 * a watchlist with all that was noted in it.
 */
import { existsSync, readFileSync } from "node:fs";
import { dirname, relative } from "node:path";
import { createClients, createGates } from "../../../../config/clients.ts";
import type { Config } from "../../../../config/config.ts";
import { isSimulated } from "../../../../config/services.ts";
import { serveSimulator } from "../../../../history/simulated-world.ts";
import { parseCsv } from "../../../../lib/csv.ts";
import { Failure } from "../../../../lib/failure.ts";
import { fold } from "../../../../lib/text/fold.ts";
import type { Written } from "../../../../lib/yaml/written-value.ts";
import { codeMeant, shortCode } from "../../../../model/fields.ts";
import type { CompanyName } from "../../../../model/language.ts";
import { type Draft, type NamedStock, readDraft, withSetting } from "../draft.ts";
import { isAsked, type Setup, type SetupQuestion, type SetupState, type TriedAnswer } from "../question.ts";
export async function stocksQuestion(state: SetupState): Promise<SetupQuestion<string>> {
  const { dialogue, words, options, once, draft, present, isNew } = state;
  const before = readWatchlist(present);
  const read = readDraft(draft);
  const isOpen = options.stocks !== undefined || isAsked(state);
  const issues = isOpen && read.ok ? await once(() => listedIssues(state, read.config)) : undefined;
  const question = issues === undefined ? words.stocksByCode : words.stocks;
  const part = { option: "--stocks", question };
  return {
    option: "--stocks",
    given: options.stocks,
    ask: () =>
      dialogue.text({
        message: question,
        // What ships is nobody's choice.
        initial: isNew ? undefined : before.codes.join(", "),
        example: "7203, 6758.T, 130A",
      }),
    async trial(answer): Promise<TriedAnswer> {
      const found = findStocks(answer, issues);
      if (found.unknown.length > 0)
        return { ok: false, problem: words.noStocks(found.unknown, issues !== undefined), part };
      const chosen = await clear(state, found.unclear);
      if (chosen === undefined) {
        const [{ asked, found: several } = { asked: "", found: [] }] = found.unclear;
        return { ok: false, problem: words.unclearStocks(asked, several), part };
      }
      const stocks = [...found.stocks, ...chosen];
      if (stocks.length === 0) return { ok: false, problem: words.noStock };
      return { ok: true, draft: withStocks(draft, before, stocks, isNew), message: words.watching(stocks) };
    },
  };
}

/** A list in the config file stays there; a new one gets a file of its own, which may be saved while the monitor runs. */
function withStocks(draft: Draft, before: Watchlist, stocks: readonly NamedStock[], isNew: boolean): Draft {
  const path = isNew ? "watchlist.csv" : before.file;
  if (path === undefined) {
    const same = stocks.map(({ code }) => code).join() === before.codes.join();
    const codes = stocks.map(({ code }) => before.entries.get(code) ?? code);
    return { ...(same ? draft : withSetting(draft, ["watchlists", before.name], codes)), stocks };
  }
  const next = isNew
    ? withSetting(draft, ["watchlists", before.name], { file: path, texts: ["name"] })
    : draft;
  const text = writeWatchlist(isNew ? undefined : before.text, stocks);
  return { ...next, stocks, list: { path, text } };
}

/** The stocks that a person means by words that may be several; undefined: nobody can say, or none was chosen. */
async function clear(
  { dialogue, words }: Setup,
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
async function listedIssues({ options }: Setup, config: Config): Promise<Issues | undefined> {
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

// Stocks as people write them, found in the market's list.

/** The market's list, by code; undefined: nobody tells it. */
type Issues = ReadonlyMap<string, CompanyName>;

interface FoundStocks {
  /** Each once, in the order in which they were written. */
  readonly stocks: readonly NamedStock[];
  /** Words that are no stock. */
  readonly unknown: readonly string[];
  /** Words that may be several stocks. */
  readonly unclear: readonly { readonly asked: string; readonly found: readonly NamedStock[] }[];
}

/** So many stocks of a name are shown. */
const mostFound = 20;

/** Words are parted by commas and line breaks; by blanks, too, where all of them are codes. */
export function findStocks(text: string, issues: Issues | undefined): FoundStocks {
  const parts = text.split(/[,、，\n]/).map((part) => part.trim());
  const words = parts.flatMap((part) => {
    const pieces = part.split(/\s+/);
    return pieces.every((piece) => codeOf(piece) !== undefined) ? pieces : [part];
  });
  const stocks = new Map<string, NamedStock>();
  const unknown: string[] = [];
  const unclear: FoundStocks["unclear"][number][] = [];
  for (const asked of words.filter((word) => word !== "")) {
    const found = stocksOf(asked, issues);
    const [first] = found;
    if (first === undefined) unknown.push(asked);
    else if (found.length > 1) unclear.push({ asked, found });
    else stocks.set(first.code, first);
  }
  return { stocks: [...stocks.values()], unknown, unclear };
}

/** A word of letters alone, such as SONY, is a name and no code. */
function codeOf(word: string): string | undefined {
  const code = codeMeant(word);
  return code !== undefined && /^[0-9]/.test(code) ? code : undefined;
}

function stocksOf(word: string, issues: Issues | undefined): NamedStock[] {
  const code = codeOf(word);
  if (issues === undefined) return code === undefined ? [] : [{ code }];
  if (code !== undefined && issues.has(code)) return [named(code, issues)];
  const name = foldedName(word);
  if (name === "") return [];
  const all = [...issues].flatMap(([own, { name: japanese = "", nameEnglish = "" }]) => {
    const names = [foldedName(japanese), foldedName(nameEnglish)];
    return names.some((one) => one.includes(name)) ? [{ code: own, isWhole: names.includes(name) }] : [];
  });
  const whole = all.filter(({ isWhole }) => isWhole);
  const meant = whole.length > 0 ? whole : all;
  return meant.slice(0, mostFound).map((one) => named(one.code, issues));
}

/** The name that a list has for a code, where it has one. */
function named(code: string, issues: Issues | undefined): NamedStock {
  const name = issues?.get(code)?.name;
  return { code, ...(name !== undefined && { name }) };
}

/** Forms of a company are not what people write. */
function foldedName(name: string): string {
  return fold(name).replace(/株式会社|\(株\)|[\s・,.、。]|co\.?,? ?ltd\.?|corporation|inc\./g, "");
}

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
