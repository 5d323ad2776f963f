/**
 * The inbox as a list: the open alerts that a reader asked for, their own, narrowed down by the address, as they were
 * answered, in the order in which they should be looked at; as rows, a stock with several alerts as one that opens; and
 * which of them are picked.
 */
import type { OpenEpisode } from "../../../client/feed-client.ts";
import type { MineAnswer } from "../../../model/page/watchlists.ts";
import { isStockCode } from "../../parts/names.tsx";
import { saysAll, searchWords } from "../../shell/search/found.ts";
import type { AnsweredState } from "../../shell/undo-queue.ts";

/** The reader's own, the rest of the market, or both. */
const whose = ["mine", "rest", "all"] as const;
export type Whose = (typeof whose)[number];

interface Chosen {
  readonly text: string;
  readonly severity: string;
  readonly state: string;
  readonly rule: string;
  readonly source: string;
  readonly stock: string;
  readonly watchlist: string;
}

const filterNames = ["text", "severity", "state", "rule", "source", "stock", "watchlist"] as const;

/** What the address has besides filters: the stocks whose alerts are open. */
export const unfiltered: readonly string[] = ["open"];

/** Reads the filters of an address. */
export function chosenIn(query: URLSearchParams): Chosen {
  return Object.fromEntries(filterNames.map((name) => [name, query.get(name) ?? ""])) as unknown as Chosen;
}

export function whoseIn(query: URLSearchParams): Whose {
  return whose.find((one) => one === query.get("whose")) ?? "mine";
}

/** Whether anything is narrowed down, besides whose alerts are shown. */
export function isNarrowed(query: URLSearchParams): boolean {
  return Object.values(chosenIn(query)).some((value) => value !== "");
}

const gravity = { critical: 0, warning: 1, info: 2 } as const;
const states = { firing: 0, acknowledged: 1, silenced: 2 } as const;

/** The gravest first; of these what fires before what somebody knows of and what is quiet; then the newest. */
export function gravestFirst(episodes: readonly OpenEpisode[]): OpenEpisode[] {
  const kinds: OpenEpisode[][] = [[], [], [], [], [], [], [], [], []];
  for (const one of episodes) kinds[3 * (gravity[one.severity] ?? 2) + (states[one.state] ?? 0)]?.push(one);
  // Each kind comes nearly in its order, where a sort is quick; all together do not.
  return kinds.flatMap((some) => some.sort((one, other) => other.seq - one.seq));
}

/** @param lists stocks of each watchlist as they are now */
export function matching(
  episodes: readonly OpenEpisode[],
  chosen: Chosen,
  lists: ReadonlyMap<string, ReadonlySet<string>>,
): OpenEpisode[] {
  const wanted = searchWords(chosen.text);
  const stock = chosen.stock.trim().toUpperCase();
  return episodes.filter((episode) => {
    if (chosen.severity !== "" && episode.severity !== chosen.severity) return false;
    if (chosen.state !== "" && episode.state !== chosen.state) return false;
    if (chosen.rule !== "" && episode.rule !== chosen.rule) return false;
    if (stock !== "" && !episode.subject.toUpperCase().startsWith(stock)) return false;
    const now = episode.event?.data.now ?? {};
    if (chosen.source !== "" && sourceOf(now) !== chosen.source) return false;
    if (chosen.watchlist !== "" && !lists.get(chosen.watchlist)?.has(episode.subject)) return false;
    return saysAll(episode, wanted);
  });
}

function sourceOf(now: Readonly<Record<string, unknown>>): string {
  return String((now.cause as { source?: unknown } | undefined)?.source ?? "").replace(/^\/sources\//, "");
}

/** What the monitor says of the reader, ready to be asked about many alerts. */
export interface Mine {
  readonly lists: ReadonlyMap<string, ReadonlySet<string>>;
  /** All stocks of all lists, or of a person's own. */
  readonly stocks: ReadonlySet<string>;
  readonly news: ReadonlySet<string>;
  readonly routed: ReadonlySet<string>;
  /** Receivers of the person; undefined: all there are. */
  readonly receivers: readonly string[] | undefined;
}

export function mineOf({ watchlists, news, routed, own = {} }: MineAnswer): Mine {
  const names = own.watchlists ?? Object.keys(watchlists);
  const lists = Object.entries(watchlists).map(([name, codes]) => [name, new Set(codes)] as const);
  return {
    lists: new Map(lists),
    stocks: new Set(names.flatMap((name) => watchlists[name] ?? [])),
    news: new Set(news),
    routed: new Set(routed),
    receivers: own.receivers,
  };
}

/**
 * An alert is the reader's where its stock is on a list now, where the monitor speaks of itself, and where somebody was to
 * be notified of it, by its rule or by a route. Of a person's lists and receivers, that is.
 */
export function isMine(
  { subject, alert, event }: OpenEpisode,
  { stocks, news, routed, receivers }: Mine,
): boolean {
  if (stocks.has(subject) || (routed.size > 0 && routed.has(alert))) return true;
  // What the log no longer keeps cannot be told apart: rather shown than hidden.
  if (event === undefined) return true;
  const { cause, recipients } = event.data.now;
  const isTold = (one: unknown) => receivers === undefined || receivers.includes(String(one));
  if (Array.isArray(recipients) && recipients.some(isTold)) return true;
  return news.has(String((cause as { readonly type?: unknown } | undefined)?.type));
}

interface Parted {
  readonly mine: OpenEpisode[];
  readonly rest: OpenEpisode[];
}

/** Keeps the order. */
export function parted(episodes: readonly OpenEpisode[], mine: Mine): Parted {
  const parts: Parted = { mine: [], rest: [] };
  for (const episode of episodes) (isMine(episode, mine) ? parts.mine : parts.rest).push(episode);
  return parts;
}

/** Number of alerts by rule, the most frequent rule first. */
export function countedByRule(episodes: readonly OpenEpisode[]): (readonly [rule: string, count: number])[] {
  const counts = new Map<string, number>();
  for (const { rule } of episodes) counts.set(rule, (counts.get(rule) ?? 0) + 1);
  return [...counts].sort(([one, few], [other, many]) => many - few || (one < other ? -1 : 1));
}

/** Open alerts in another state, as they are shown once the reader answered them, before the feed says the same. */
const made = new WeakMap<OpenEpisode, OpenEpisode>();

/** Leaves out what is ended, and says of the others that they are known or quiet. What the feed says beyond that stays. */
export function withAnswers(
  episodes: readonly OpenEpisode[],
  answers: ReadonlyMap<string, AnsweredState>,
): readonly OpenEpisode[] {
  if (answers.size === 0) return episodes;
  return episodes.flatMap((episode) => {
    const state = answers.get(episode.alert);
    if (state === undefined || state === episode.state) return [episode];
    if (state === "over") return [];
    return episode.state === "silenced" ? [episode] : [inState(episode, state)];
  });
}

/** The alert in another state; one object for each alert and state, so that its row is not drawn again. */
function inState(episode: OpenEpisode, state: OpenEpisode["state"]): OpenEpisode {
  const known = made.get(episode);
  if (known?.state === state) return known;
  const shown = { ...episode, state };
  made.set(episode, shown);
  return shown;
}

// Rows.

export interface InboxAlert {
  readonly kind: "alert";
  readonly key: string;
  readonly episode: OpenEpisode;
  /** Below the row of its stock. */
  readonly isMember: boolean;
}

export interface InboxStock {
  readonly kind: "stock";
  readonly key: string;
  readonly code: string;
  /** In the order in which they are shown; the first is the gravest. */
  readonly episodes: readonly OpenEpisode[];
  readonly newest: OpenEpisode;
  readonly isOpen: boolean;
}

export type ListRow = InboxAlert | InboxStock;

/**
 * A stock stands where the first of its alerts would.
 * @param open codes of the stocks whose alerts are shown
 */
export function listRows(episodes: readonly OpenEpisode[], open: ReadonlySet<string>): ListRow[] {
  // In the order of their first alerts, as a map keeps it.
  const groups = new Map<string, OpenEpisode[]>();
  for (const episode of episodes) {
    const name = isStockCode(episode.subject) ? episode.subject : episode.alert;
    const others = groups.get(name);
    if (others === undefined) groups.set(name, [episode]);
    else others.push(episode);
  }
  const rows: ListRow[] = [];
  for (const own of groups.values()) {
    const [first] = own;
    if (first === undefined) continue;
    if (own.length === 1) rows.push(alertRow(first, false));
    else rows.push(...stockRows(first.subject, own, open));
  }
  return rows;
}

function stockRows(code: string, episodes: readonly OpenEpisode[], open: ReadonlySet<string>): ListRow[] {
  const newest = episodes.reduce((one, other) => (other.seq > one.seq ? other : one));
  const isOpen = open.has(code);
  const row: InboxStock = { kind: "stock", key: `stock ${code}`, code, episodes, newest, isOpen };
  return isOpen ? [row, ...episodes.map((episode) => alertRow(episode, true))] : [row];
}

const keptRows = {
  alone: new WeakMap<OpenEpisode, InboxAlert>(),
  member: new WeakMap<OpenEpisode, InboxAlert>(),
};

/** The row of an alert; an alert that did not change keeps its row object. */
function alertRow(episode: OpenEpisode, isMember: boolean): InboxAlert {
  const kept = isMember ? keptRows.member : keptRows.alone;
  const row = kept.get(episode) ?? { kind: "alert", key: episode.alert, episode, isMember };
  kept.set(episode, row);
  return row;
}

/** Ids of the alerts that a row stands for. */
function alertIdsOf(row: ListRow): string[] {
  return row.kind === "alert" ? [row.episode.alert] : row.episodes.map(({ alert }) => alert);
}

/** Alerts that the reader picked out of the list. */
export type Selection = ReadonlySet<string>;

/** Whether all, some or none of the alerts of a row are selected. */
export function selectedOf(row: ListRow, selection: Selection): "all" | "some" | "none" {
  const own = alertIdsOf(row);
  const count = own.filter((alert) => selection.has(alert)).length;
  return count === 0 ? "none" : count === own.length ? "all" : "some";
}

/** Selects the alerts of a row, or none of them where all are selected. */
export function toggled(selection: Selection, row: ListRow): Selection {
  return selecting(selection, [row], selectedOf(row, selection) !== "all");
}

/**
 * What a click with Shift means: the rows from the last one that was clicked to this one become what this one becomes.
 * @param from key of that row; where it is gone, this row alone is meant
 */
export function ranged(
  selection: Selection,
  rows: readonly ListRow[],
  from: string | undefined,
  to: ListRow,
): Selection {
  const end = rows.indexOf(to);
  const begin = rows.findIndex(({ key }) => key === from);
  if (begin < 0 || end < 0) return toggled(selection, to);
  const meant = rows.slice(Math.min(begin, end), Math.max(begin, end) + 1);
  return selecting(selection, meant, selectedOf(to, selection) !== "all");
}

function selecting(selection: Selection, rows: readonly ListRow[], isOn: boolean): Selection {
  const next = new Set(selection);
  for (const alert of rows.flatMap(alertIdsOf)) {
    if (isOn) next.add(alert);
    else next.delete(alert);
  }
  return next;
}
