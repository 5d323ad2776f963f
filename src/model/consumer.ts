/** Consumers of the feed: programs whose places in the log the server keeps, each under a name. */

/** The place of a consumer: it has handled every entry up to `seq`. */
export interface ConsumerPlace {
  /** Epoch of the log in which `seq` is counted. */
  readonly epoch: string;
  readonly seq: number;
  /** First entry of what it lost and was not seen to take note of, up to `seq`; absent: it lost nothing. */
  readonly lostFrom?: number | undefined;
}

export interface NamedPlace extends ConsumerPlace {
  readonly name: string;
}

/** The kept places. */
export interface ConsumerPlaces {
  /** The place of a consumer; undefined: it is not known. One that was lost is in no epoch: `epoch` is empty. */
  place(name: string): ConsumerPlace | undefined;
  /** Number of consumers that are known. */
  count(): number;
  /** Writes places in one transaction; these consumers were seen now. Throws a StoreError; then none is written. */
  keep(places: readonly NamedPlace[]): void;
}
