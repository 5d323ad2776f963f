/** Answer of `/api/watched`: the names by which alerts can be narrowed down. */
export interface WatchedAnswer {
  readonly sources: readonly string[];
  readonly rules: readonly string[];
  readonly watchlists: readonly string[];
}
