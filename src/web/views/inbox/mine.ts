/** Which open alerts are the reader's own: the one place that decides it, for the counts as for the rows. */
import type { OpenEpisode } from "../../../client/feed-client.ts";
import type { MineAnswer } from "../../../model/page/mine.ts";

/** What the monitor says of the reader, ready to be asked about many alerts. */
export interface Mine {
  readonly lists: ReadonlyMap<string, ReadonlySet<string>>;
  /** All stocks of all lists. */
  readonly stocks: ReadonlySet<string>;
  readonly news: ReadonlySet<string>;
  readonly routed: ReadonlySet<string>;
}

export function mineOf({ watchlists, news, routed }: MineAnswer): Mine {
  const lists = Object.entries(watchlists).map(([name, codes]) => [name, new Set(codes)] as const);
  return {
    lists: new Map(lists),
    stocks: new Set(Object.values(watchlists).flat()),
    ...{ news: new Set(news), routed: new Set(routed) },
  };
}

/**
 * An alert is the reader's where its stock is on a list now, where the monitor speaks of itself, and where somebody was to
 * be notified of it, by its rule or by a route.
 */
export function isMine({ subject, alert, event }: OpenEpisode, { stocks, news, routed }: Mine): boolean {
  if (stocks.has(subject) || (routed.size > 0 && routed.has(alert))) return true;
  // What the log no longer keeps cannot be told apart: rather shown than hidden.
  if (event === undefined) return true;
  const { cause, recipients } = event.data.now;
  if (Array.isArray(recipients) && recipients.length > 0) return true;
  return news.has(String((cause as { readonly type?: unknown } | undefined)?.type));
}

export interface Parted {
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
