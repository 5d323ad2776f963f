/** Answer of `POST /control/alerts/answer`: what became of one answer to many alerts. */
export interface ManyAnswered {
  /** Number of alerts of which it holds now, and of those of which it held already. */
  readonly done: number;
  readonly already: number;
  /** The others, each with the reason in words. */
  readonly refused: readonly { readonly alert: string; readonly error: string }[];
}

/** Most alerts of one call: with their ids it stays under what a browser sends of a page that is being left. */
export const mostAnswered = 1_000;
