/** Watchlists: the stocks that a person named, each with what the person notes about it. */

/** One stock of a list. Further columns are the person's own: thresholds and the like. */
export interface WatchedStock {
  readonly code: string;
  readonly note?: string | undefined;
  /** Number of shares held. */
  readonly shares?: number | undefined;
  /** Average price paid, yen. */
  readonly price?: number | undefined;
  readonly side?: "long" | "short" | undefined;
  readonly [column: string]: string | number | undefined;
}

/** Lists by name, in the order of the settings. */
export type Watchlists = Readonly<Record<string, readonly WatchedStock[]>>;

/** A list as the settings write it: its stocks, or a CSV file that has them. */
type WrittenWatchlist = readonly WatchedStock[] | WatchlistFile;

export interface WatchlistFile {
  readonly file: string;
  /** Columns that hold texts, though they may look like numbers. */
  readonly texts: readonly string[];
}

export type WrittenWatchlists = Readonly<Record<string, WrittenWatchlist>>;

export const mostWatched = 10_000;

/** Kinds of the columns that every list may have. */
export const watchColumns: ReadonlyMap<string, "text" | "number"> = new Map([
  ["code", "text"],
  ["note", "text"],
  ["shares", "number"],
  ["price", "number"],
  ["side", "text"],
]);

export const sides: readonly string[] = ["long", "short"];

/** The name under which an entry says which list it is from; no column may have it. */
export const listColumn = "watchlist";

/** Says that there is no list of a name. */
export function noWatchlist(name: string): string {
  return `there is no watchlist \`${name}\``;
}

const codes = new WeakMap<readonly WatchedStock[], readonly string[]>();

/** Codes of a list, the same array as long as the list is the same; none where there is no such list. */
export function codesOnList(watchlists: Watchlists, name: string): readonly string[] {
  const list = Object.hasOwn(watchlists, name) ? watchlists[name] : undefined;
  if (list === undefined) return [];
  const known = codes.get(list) ?? list.map(({ code }) => code);
  codes.set(list, known);
  return known;
}

const codeSets = new WeakMap<readonly WatchedStock[], ReadonlySet<string>>();

/** Codes of a list as a set; undefined where there is no such list. */
export function codeSetOf(watchlists: Watchlists, name: string): ReadonlySet<string> | undefined {
  const list = Object.hasOwn(watchlists, name) ? watchlists[name] : undefined;
  if (list === undefined) return undefined;
  const known = codeSets.get(list) ?? new Set(list.map(({ code }) => code));
  codeSets.set(list, known);
  return known;
}

/** Names of the lists that have a stock. */
export function listsWith(watchlists: Watchlists, code: string): string[] {
  return Object.keys(watchlists).filter((name) => codeSetOf(watchlists, name)?.has(code));
}

export interface FoundStock {
  readonly watchlist: string;
  readonly stock: WatchedStock;
}

const found = new WeakMap<Watchlists, ReadonlyMap<string, FoundStock>>();

/** All stocks by code, each as the first list has it that has it. */
export function allWatched(watchlists: Watchlists): ReadonlyMap<string, FoundStock> {
  const known = found.get(watchlists);
  if (known !== undefined) return known;
  const all = new Map<string, FoundStock>();
  for (const [watchlist, list] of Object.entries(watchlists))
    for (const stock of list) if (!all.has(stock.code)) all.set(stock.code, { watchlist, stock });
  found.set(watchlists, all);
  return all;
}

/**
 * Lists of a person alone, in the order of all.
 * @param own names of them; undefined: all are
 */
export function ownLists(watchlists: Watchlists, own: readonly string[] | undefined): Watchlists {
  if (own === undefined) return watchlists;
  return Object.fromEntries(Object.entries(watchlists).filter(([name]) => own.includes(name)));
}
