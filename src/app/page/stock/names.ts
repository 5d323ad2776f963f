/** Names of stocks, of all that the monitor and its history know of. */
import { existsSync } from "node:fs";
import { nextTurn } from "../../../lib/turns.ts";
import type { Fields } from "../../../model/event.ts";
import { DamagedState, StoreError } from "../../../model/store-faults.ts";
import { openHistoryReader } from "../../../store/history/history.ts";
import type { Store } from "../../../store/store.ts";

/** Sources whose items are stocks with their names, and how an item is stored. */
const sources: readonly { readonly source: string; itemOf(body: unknown): Fields | undefined }[] = [
  { source: "forum-ranking", itemOf: (body) => body as Fields },
  { source: "margin-alerts", itemOf: (body) => (body as { readonly item?: Fields }).item },
  {
    source: "short-sale-reports",
    itemOf: (body) => (body as { readonly reports?: readonly Fields[] }).reports?.at(-1),
  },
];
const issueList = "market/equities/master";
const itemsAtOnce = 50;

/** Time for which what was read stays good: new stocks are few. */
const keptMs = 10 * 60_000;

export interface StockNames {
  /** Names by code, in the order of the codes. */
  all(): Promise<ReadonlyMap<string, string>>;
}

/** @param file the history's, which may not be there */
export function createStockNames(store: Pick<Store, "walk">, file: string, now: () => number): StockNames {
  let known: { readonly at: number; readonly names: Promise<ReadonlyMap<string, string>> } | undefined;
  return {
    all() {
      if (known === undefined || now() - known.at > keptMs || now() < known.at)
        known = { at: now(), names: readNames(store, file) };
      return known.names;
    },
  };
}

async function readNames(store: Pick<Store, "walk">, file: string): Promise<ReadonlyMap<string, string>> {
  const names = new Map<string, string>();
  const note = ({ code, name }: Fields) => {
    if (typeof code === "string" && typeof name === "string") names.set(code, name);
  };
  for (const row of issuesOf(file)) note(row);
  for (const { source, itemOf } of sources) {
    await nextTurn();
    try {
      for await (const body of itemsOf(store, source)) note(itemOf(body) ?? {});
    } catch (error) {
      if (!(error instanceof DamagedState) && !(error instanceof StoreError)) throw error;
    }
  }
  return new Map([...names].toSorted(([one], [other]) => (one < other ? -1 : 1)));
}

async function* itemsOf(store: Pick<Store, "walk">, source: string): AsyncGenerator<unknown> {
  for (let after = { scope: "", key: "" }; ; ) {
    const part = store.walk(source, after, itemsAtOnce);
    for (const { body } of part) yield body;
    const last = part.at(-1);
    if (last === undefined || part.length < itemsAtOnce) return;
    after = last;
    await nextTurn();
  }
}

/** The newest list of issues that was fetched. */
function issuesOf(file: string): Fields[] {
  if (!existsSync(file)) return [];
  try {
    const history = openHistoryReader(file);
    try {
      const last = history.sets().find(({ set }) => set === issueList)?.to;
      if (last === undefined) return [];
      return history.between(issueList, { from: last, to: last }).map(({ row }) => row);
    } finally {
      history.close();
    }
  } catch (error) {
    if (error instanceof StoreError) return [];
    throw error;
  }
}
