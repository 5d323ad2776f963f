/** The rows of the inbox: alerts, and stocks with several alerts as one row that opens; which of them are picked. */
import type { OpenEpisode } from "../../../client/feed-client.ts";
import { isStockCode } from "../../parts/names.tsx";

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

const known = {
  alone: new WeakMap<OpenEpisode, InboxAlert>(),
  member: new WeakMap<OpenEpisode, InboxAlert>(),
};

/** The row of an alert; an alert that did not change keeps its row object. */
function alertRow(episode: OpenEpisode, isMember: boolean): InboxAlert {
  const kept = isMember ? known.member : known.alone;
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
