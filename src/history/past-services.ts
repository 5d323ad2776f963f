/** The services as they were at a moment, as a play asks them: clients that answer from a history. */
import type { HistoryReader } from "../model/history.ts";
import type { CompanyName } from "../model/language.ts";
import type { SourceClients } from "../sources/index.ts";
import type { MarketCall } from "../upstreams/market/call.ts";
import { type MarketCalls, marketCalls } from "../upstreams/market/calls.ts";
import { hasIssueNames, type WholeRow, withName } from "../upstreams/market/record-sets.ts";
import { createPastClients } from "../upstreams/past.ts";
import type { RecordClients } from "../upstreams/record-set.ts";

/** @param now ms since 1970 */
export function pastClients(history: HistoryReader, now: () => number): SourceClients & RecordClients {
  const clients = createPastClients(history, now);
  return { ...clients, market: withNames(clients.market) };
}

/**
 * Gives the rows of pages their names, a row the same object at each poll: what was not told anew is known at once to be
 * what is stored, though every poll reads the days before again.
 */
function withNames(market: MarketCalls): MarketCalls {
  let names: ReadonlyMap<string, CompanyName> | undefined;
  let named = new WeakMap<WholeRow, WholeRow>();
  const nameOf = (code: string) => names?.get(code)?.name;
  const namedRow = (row: WholeRow): WholeRow => {
    const known = named.get(row);
    if (known !== undefined) return known;
    const made = withName(row, nameOf);
    named.set(row, made);
    return made;
  };
  return {
    ...market,
    async *pages(name, query, signal, oddities) {
      const call: MarketCall = marketCalls[name];
      const now = hasIssueNames(call.fields) ? await market.names() : undefined;
      if (now !== undefined && now !== names) named = new WeakMap();
      names = now ?? names;
      for await (const rows of market.pages(name, query, signal, oddities))
        yield now === undefined ? rows : (rows.map(namedRow) as typeof rows);
    },
  };
}
