/**
 * `/api/stocks?find=motor`: stocks by their code or a part of their name in either language; without a text those on
 * watchlists. Those on a person's own lists come first.
 * `/api/stock-names?codes=7203,6758`: names of known codes.
 */
import { existsSync } from "node:fs";
import * as z from "zod";
import type { JsonRoute } from "../../lib/http/port.ts";
import { fold } from "../../lib/text/fold.ts";
import { nextTurn } from "../../lib/turns.ts";
import type { Fields } from "../../model/event.ts";
import { codeMeant, known } from "../../model/fields.ts";
import type { CompanyName } from "../../model/language.ts";
import type { StockNamesAnswer, StocksAnswer } from "../../model/page/stock.ts";
import { ownOf } from "../../model/people.ts";
import { DamagedState, StoreError } from "../../model/store-faults.ts";
import { allWatched, listsWith, ownLists, type Watchlists } from "../../model/watchlists.ts";
import { sourceMembers } from "../../sources/index.ts";
import { openHistoryReader } from "../../store/history/history.ts";
import type { Store } from "../../store/store.ts";
import { type PageParts, reading, written } from "../page-call.ts";

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
    reading("/api/stocks", question, async ({ find }, { person }) => ({
      status: 200,
      body: stocksAnswer(find, await names.all(), rules.watchlists(), ownOf(person, config.people)),
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
  { watchlists: own }: ReturnType<typeof ownOf>,
): StocksAnswer {
  const watched = [
    ...new Set([ownLists(watchlists, own), watchlists].flatMap((lists) => [...allWatched(lists).keys()])),
  ];
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

// Names of stocks, of all that the monitor and its history know of.

const issueList = "market/equities/master";
const itemsAtOnce = 50;

/** Time for which what was read stays good: new stocks are few. */
const keptMs = 10 * 60_000;

interface StockNames {
  /** Names by code, in the order of the codes. */
  all(): Promise<ReadonlyMap<string, CompanyName>>;
}

interface NameSources {
  readonly store: Pick<Store, "walk">;
  /** File of the history, which may not be there. */
  readonly file: string;
  /** Names by the list of issues, which are the ones that count. */
  readonly listed: () => ReadonlyMap<string, CompanyName>;
}

function createStockNames(from: NameSources, now: () => number): StockNames {
  let last:
    | {
        readonly at: number;
        readonly listed: ReadonlyMap<string, CompanyName>;
        readonly names: Promise<ReadonlyMap<string, CompanyName>>;
      }
    | undefined;
  return {
    all() {
      const listed = from.listed();
      if (last === undefined || last.listed !== listed || now() - last.at > keptMs || now() < last.at)
        last = { at: now(), listed, names: readNames(from, listed) };
      return last.names;
    },
  };
}

async function readNames(
  { store, file }: NameSources,
  listed: ReadonlyMap<string, CompanyName>,
): Promise<ReadonlyMap<string, CompanyName>> {
  const names = new Map<string, CompanyName>();
  const note = ({ code, name }: Fields) => {
    if (typeof code === "string" && typeof name === "string") names.set(code, { ...names.get(code), name });
  };
  for (const { code, companyName, companyNameEnglish } of issuesOf(file))
    names.set(String(code), known({ name: textOf(companyName), nameEnglish: textOf(companyNameEnglish) }));
  for (const { name, shown } of sourceMembers) {
    if (shown.stockOf === undefined) continue;
    await nextTurn();
    try {
      for await (const body of itemsOf(store, name)) note(shown.stockOf(body) ?? {});
    } catch (error) {
      if (!(error instanceof DamagedState) && !(error instanceof StoreError)) throw error;
    }
  }
  for (const [code, own] of listed) names.set(code, { ...names.get(code), ...own });
  return new Map([...names].toSorted(([one], [other]) => (one < other ? -1 : 1)));
}

function textOf(value: unknown): string | undefined {
  return typeof value === "string" ? value : undefined;
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
