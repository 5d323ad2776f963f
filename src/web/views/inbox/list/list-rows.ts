/** The rows of the inbox: alerts, and stocks with several alerts as one row that opens. */
import type { OpenEpisode } from "../../../../client/feed-client.ts";
import { isStockCode } from "../../../parts/names.tsx";

export interface AlertRow {
  readonly kind: "alert";
  readonly key: string;
  readonly episode: OpenEpisode;
  /** Below the row of its stock. */
  readonly isMember: boolean;
}

export interface StockRow {
  readonly kind: "stock";
  readonly key: string;
  readonly code: string;
  /** In the order in which they are shown; the first is the gravest. */
  readonly episodes: readonly OpenEpisode[];
  readonly newest: OpenEpisode;
  readonly isOpen: boolean;
}

export type ListRow = AlertRow | StockRow;

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
  const row: StockRow = { kind: "stock", key: `stock ${code}`, code, episodes, newest, isOpen };
  return isOpen ? [row, ...episodes.map((episode) => alertRow(episode, true))] : [row];
}

const known = { alone: new WeakMap<OpenEpisode, AlertRow>(), member: new WeakMap<OpenEpisode, AlertRow>() };

/** The row of an alert; an alert that did not change keeps its row object. */
function alertRow(episode: OpenEpisode, isMember: boolean): AlertRow {
  const kept = isMember ? known.member : known.alone;
  const row = kept.get(episode) ?? { kind: "alert", key: episode.alert, episode, isMember };
  kept.set(episode, row);
  return row;
}

/** Ids of the alerts that a row stands for. */
export function alertsOf(row: ListRow): string[] {
  return row.kind === "alert" ? [row.episode.alert] : row.episodes.map(({ alert }) => alert);
}
