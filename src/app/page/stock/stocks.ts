/** `/api/stocks?find=motor`: stocks by their code or a part of their name; without a text those on watchlists. */
import * as z from "zod";
import { fold } from "../../../lib/text/fold.ts";
import { codeMeant } from "../../../model/fields.ts";
import type { StocksAnswer } from "../../../model/page/stock.ts";
import { allWatched, listsWith, type Watchlists } from "../../../model/watchlists.ts";
import type { JsonRoute } from "../../../outputs/output.ts";
import type { PageParts } from "../index.ts";
import { reading, written } from "../query.ts";
import { createStockNames } from "./names.ts";

const question = z.object({ find: written.default("") });
const mostFound = 50;

export function stocksCall({ config, store, rules, now }: PageParts): JsonRoute {
  const names = createStockNames(store, config.history.file, now);
  return reading("/api/stocks", question, async ({ find }) => ({
    status: 200,
    body: stocksAnswer(find, await names.all(), rules.watchlists()),
  }));
}

function stocksAnswer(
  find: string,
  names: ReadonlyMap<string, string>,
  watchlists: Watchlists,
): StocksAnswer {
  const watched = [...allWatched(watchlists).keys()];
  const codes = find.trim() === "" ? watched : found(find, new Set([...watched, ...names.keys()]), names);
  return {
    found: codes.slice(0, mostFound).map((code) => {
      const name = names.get(code);
      return { code, ...(name !== undefined && { name }), watchlists: listsWith(watchlists, code) };
    }),
    isCut: codes.length > mostFound,
  };
}

/** The code itself first, then codes that begin so, then names. */
function found(find: string, codes: ReadonlySet<string>, names: ReadonlyMap<string, string>): string[] {
  const text = fold(find.trim());
  const meant = codeMeant(find);
  const own = meant !== undefined && /\d/.test(meant) ? [meant] : [];
  const beginning = [...codes].filter((code) => fold(code).startsWith(text));
  const named = [...names].filter(([, name]) => fold(name).includes(text)).map(([code]) => code);
  return [
    ...new Set([...own.filter((code) => codes.has(code) || beginning.length === 0), ...beginning, ...named]),
  ];
}
