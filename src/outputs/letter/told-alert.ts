/**
 * An alert that a message tells: what its entry says, and the stock that it is about, with what the watchlists have of
 * it.
 */
import type { LogEntry } from "../../model/event.ts";
import type { EventTypes } from "../../model/event-types.ts";
import { known } from "../../model/fields.ts";
import { holdingWords } from "../../model/holding.ts";
import { nameFor, withCompany } from "../../model/language.ts";
import { type Alert, gravity, type Severity } from "../../model/news-items.ts";
import type { ToldAlert } from "../../model/notification.ts";
import { allWatched, listsWith, type WatchedStock, type Watchlists } from "../../model/watchlists.ts";
import type { AskedMessage } from "../member.ts";
import { plainLine, titleMax, type Voice } from "./voice.ts";

export function alertOf({ event }: LogEntry): Alert {
  return event.data.now as unknown as Alert;
}

export function isOver({ entry }: ToldAlert): boolean {
  return entry.event.type === "alert.resolved";
}

export function gravestOf(told: readonly ToldAlert[]): Severity {
  const all = told.map(({ entry }) => alertOf(entry).severity);
  return all.reduce((one, other) => (gravity[other] < gravity[one] ? other : one), "info");
}

/** The subject of an alert on watchlists. */
interface WatchedSubject {
  /** Names of all lists that have it. */
  readonly lists: readonly string[];
  readonly stock: WatchedStock;
}

export function watchedIn(watchlists: Watchlists, subject: string): WatchedSubject | undefined {
  const found = allWatched(watchlists).get(subject);
  return found && { lists: listsWith(watchlists, subject), stock: found.stock };
}

const noteMax = 500;
const listsMax = 5;
const amount = new Intl.NumberFormat("en-US", { maximumFractionDigits: 2 });

/**
 * A line such as "On your list core: 300 shares at 2,500 yen. Bought after the results."; "" where no list has it. Shares
 * and a price that are noted say what the holding is worth at the last close.
 */
export function watchedWords(
  watched: WatchedSubject | undefined,
  { phrases, language, at }: Voice,
  closeOf: AskedMessage["closeOf"],
): string {
  if (watched === undefined) return "";
  const { lists, stock } = watched;
  const named = lists.slice(0, listsMax).map((name) => plainLine(name, titleMax));
  const { shares, price, side, note } = stock;
  const where = phrases.watched(named, lists.length - named.length, {
    shares: shares === undefined ? undefined : amount.format(shares),
    price: price === undefined ? undefined : amount.format(price),
    side,
  });
  const worth = worthWords(stock, { language, at }, closeOf);
  const said = note === undefined ? "" : plainLine(note, noteMax);
  return `${where}${worth === undefined ? "" : phrases.beside(worth)}${said === "" ? "" : ` ${said}`}`;
}

/** What a holding is worth; undefined where its shares or price are not noted, or no close is known. */
export function worthWords(
  { code, shares, price }: WatchedStock,
  { language, at }: Pick<Voice, "language" | "at">,
  closeOf: AskedMessage["closeOf"],
): string | undefined {
  if (shares === undefined || price === undefined) return undefined;
  const close = closeOf?.(code, at);
  return close && holdingWords(shares, close, language);
}

export interface Stock {
  readonly code: string;
  /** In the language of the message, as far as that is known; absent: it is not known at all. */
  readonly name?: string | undefined;
  /** Every name that a text may have. */
  readonly names: readonly string[];
}

/** The stock that an alert is about; undefined where it is about something else. */
export function stockOf(
  { entry, cause }: Pick<ToldAlert, "entry" | "cause">,
  { types, nameOf }: Pick<AskedMessage, "types" | "nameOf">,
  { language }: Voice,
): Stock | undefined {
  const code = entry.event.subject;
  if (!isStockCode(code)) return undefined;
  const own = cause && ownName(cause, code, types);
  const listed = nameOf?.(code);
  const [japanese, english] = [own ?? namedLine(listed?.name), namedLine(listed?.nameEnglish)];
  return {
    code,
    name: nameFor(language, known({ name: japanese, nameEnglish: english })),
    names: [japanese, english].filter((name) => name !== undefined),
  };
}

/** The title of an alert, with the company of its stock in the language of the message. */
export function titleWith(title: string, stock: Stock | undefined): string {
  if (stock?.name === undefined) return title;
  return plainLine(withCompany(title, stock.code, stock.names, stock.name), titleMax);
}

const codeForm = /^[0-9A-Z]{4,5}$/;

function isStockCode(subject: string): boolean {
  return codeForm.test(subject) && /\d/.test(subject);
}

function ownName({ event }: LogEntry, code: string, types: EventTypes): string | undefined {
  const { now, was } = event.data;
  if (event.subject !== code || types.known.get(event.type)?.namesOther) return undefined;
  return namedLine(now.name ?? was?.name);
}

function namedLine(name: unknown): string | undefined {
  return typeof name === "string" ? plainLine(name, titleMax) || undefined : undefined;
}

/** A title without the stock at its beginning, for where that stands beside it. */
export function withoutStock(title: string, { name, code }: Stock): string {
  const named = name === undefined ? [] : [`${name} (${code})`, `${name}（${code}）`];
  const start = [...named, code].find((words) => title.startsWith(words));
  const rest = start && /^\s*[:：、,]\s*(.+)$/s.exec(title.slice(start.length))?.[1];
  return rest ?? title;
}

/** The company and its code; the code alone where the name is not known. */
export function stockWords({ name, code }: Stock, { phrases }: Voice): string {
  return name === undefined ? code : phrases.stock(name, code);
}
