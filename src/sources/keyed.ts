/** Changes of things with a key between two looks at them. */
export interface KeyedChanges<Before, After> {
  /** Things that are there now, in their order, each with what it was before. */
  readonly standing: readonly {
    readonly key: string;
    readonly now: After;
    readonly was: Before | undefined;
  }[];
  /** Things that are gone, in the order of before. */
  readonly gone: readonly { readonly key: string; readonly was: Before }[];
}

export function compareKeyed<Before, After>(
  before: ReadonlyMap<string, Before>,
  after: ReadonlyMap<string, After>,
): KeyedChanges<Before, After> {
  return {
    standing: [...after].map(([key, now]) => ({ key, now, was: before.get(key) })),
    gone: [...before].filter(([key]) => !after.has(key)).map(([key, was]) => ({ key, was })),
  };
}
