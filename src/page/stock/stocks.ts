/**
 * `/api/stocks?find=motor`: stocks by their code or a part of their name in either language; without a text those on
 * watchlists.
 * `/api/stock-names?codes=7203,6758`: names of known codes.
 */
import * as z from "zod";
import { fold } from "../../lib/text/fold.ts";
import { codeMeant } from "../../model/fields.ts";
import type { StockNamesAnswer, StocksAnswer } from "../../model/page/stock.ts";
import type { CompanyName } from "../../model/stock/company-name.ts";
import { allWatched, listsWith, type Watchlists } from "../../model/watchlists.ts";
import type { JsonRoute } from "../../outputs/output.ts";
import type { PageParts } from "../index.ts";
import { reading, written } from "../query.ts";
import { createStockNames } from "./names.ts";

const question = z.object({ find: written.default("") });
const mostFound = 50;

/** Most codes of one call: about two screens of rows. */
const mostNamed = 100;
const codes = z.object({
  codes: z
    .string()
    .regex(/^[0-9A-Z]{4,5}(,[0-9A-Z]{4,5})*$/, "codes of stocks, with commas")
    .transform((text) => text.split(","))
    .refine((some) => some.length <= mostNamed, `at most ${mostNamed} codes`),
});

export function stockCalls({ config, store, rules, companies, now }: PageParts): [JsonRoute, JsonRoute] {
  const names = createStockNames({ store, file: config.history.file, listed: companies.shown }, now);
  return [
    reading("/api/stocks", question, async ({ find }) => ({
      status: 200,
      body: stocksAnswer(find, await names.all(), rules.watchlists()),
    })),
    reading("/api/stock-names", codes, async ({ codes: asked }) => {
      const known = await names.all();
      const found = asked.flatMap((code) => {
        const name = known.get(code);
        return name === undefined ? [] : [[code, name] as const];
      });
      const body: StockNamesAnswer = { names: Object.fromEntries(found) };
      return { status: 200, body };
    }),
  ];
}

function stocksAnswer(
  find: string,
  names: ReadonlyMap<string, CompanyName>,
  watchlists: Watchlists,
): StocksAnswer {
  const watched = [...allWatched(watchlists).keys()];
  const codes = find.trim() === "" ? watched : found(find, new Set([...watched, ...names.keys()]), names);
  return {
    found: codes
      .slice(0, mostFound)
      .map((code) => ({ code, ...names.get(code), watchlists: listsWith(watchlists, code) })),
    isCut: codes.length > mostFound,
  };
}

/** The code itself first, then codes that begin so, then names. */
function found(find: string, codes: ReadonlySet<string>, names: ReadonlyMap<string, CompanyName>): string[] {
  const text = fold(find.trim());
  const meant = codeMeant(find);
  const own = meant !== undefined && /\d/.test(meant) ? [meant] : [];
  const beginning = [...codes].filter((code) => fold(code).startsWith(text));
  const isNamed = ({ name = "", nameEnglish = "" }: CompanyName) =>
    fold(name).includes(text) || fold(nameEnglish).includes(text);
  const named = [...names].filter(([, name]) => isNamed(name)).map(([code]) => code);
  return [
    ...new Set([...own.filter((code) => codes.has(code) || beginning.length === 0), ...beginning, ...named]),
  ];
}
