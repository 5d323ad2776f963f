/** Answer of `/api/mine`: by what an open alert is told to be the reader's own. */
export interface MineAnswer {
  /** Codes of the stocks of each watchlist, as subjects of alerts have them. */
  readonly watchlists: Readonly<Record<string, readonly string[]>>;
  /** Types of the monitor's own news, such as source.failed. */
  readonly news: readonly string[];
  /** Ids of open alerts of which a route of the settings notified somebody; alerts themselves name the rule's receivers. */
  readonly routed: readonly string[];
}
