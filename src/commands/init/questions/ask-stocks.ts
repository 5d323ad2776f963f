/** The question about the stocks: named in any form, looked up in the market's list, written as a watchlist. */
import { createClients, createGates } from "../../../app/clients.ts";
import { isSimulated, serveSimulator } from "../../../app/services.ts";
import type { Config } from "../../../config/config.ts";
import { Failure } from "../../../lib/failure.ts";
import { type Draft, readDraft, withSetting } from "../draft.ts";
import { type Attempt, isAsked, type Session, settle } from "../session.ts";
import { findStocks, type Issues, type NamedStock, named } from "./stocks.ts";
import { readWatchlist, type Watchlist, writeWatchlist } from "./watchlist.ts";

export interface AskedStocks {
  readonly draft: Draft;
  readonly stocks: readonly NamedStock[];
  /** The file of the list, to be written; undefined: it is in the config file, or stays as it is. */
  readonly list?: { readonly path: string; readonly text: string } | undefined;
}

/** @param present settings as they were before @param isNew whether there were none */
export async function askStocks(
  session: Session,
  draft: Draft,
  { present, isNew }: { present: Config; isNew: boolean },
): Promise<AskedStocks> {
  const { dialogue, words, options, once } = session;
  const before = readWatchlist(present);
  const read = readDraft(draft);
  if (options.stocks === undefined && !isAsked(session, undefined))
    return { draft, stocks: before.codes.map((code) => ({ code })) };
  const issues = read.ok ? await once(() => listedIssues(session, read.config)) : undefined;
  const question = issues === undefined ? words.stocksByCode : words.stocks;
  const part = { option: "--stocks", question };
  let stocks: readonly NamedStock[] = [];
  const answered = await settle<string>(session, {
    option: "--stocks",
    given: options.stocks,
    ask: () =>
      dialogue.text({
        message: question,
        // What ships is nobody's choice.
        initial: isNew ? undefined : before.codes.join(", "),
        example: "7203, 6758.T, 130A",
      }),
    async attempt(answer): Promise<Attempt> {
      const found = findStocks(answer, issues);
      if (found.unknown.length > 0)
        return { ok: false, problem: words.noStocks(found.unknown, issues !== undefined), part };
      const chosen = await clear(session, found.unclear);
      if (chosen === undefined)
        return {
          ok: false,
          problem: words.unclearStocks(found.unclear[0]?.asked ?? "", found.unclear[0]?.found ?? []),
          part,
        };
      stocks = [...found.stocks, ...chosen];
      if (stocks.length === 0) return { ok: false, problem: words.noStock };
      return { ok: true, draft, told: words.watching(stocks) };
    },
    skipped: draft,
  });
  if (stocks.length === 0)
    return { draft: answered, stocks: before.codes.map((code) => named(code, issues)) };
  return withStocks(answered, before, stocks, isNew);
}

/** A list in the config file stays there; a new one gets a file of its own, which may be saved while the monitor runs. */
function withStocks(
  draft: Draft,
  before: Watchlist,
  stocks: readonly NamedStock[],
  isNew: boolean,
): AskedStocks {
  const path = isNew ? "watchlist.csv" : before.file;
  if (path === undefined) {
    const same = stocks.map(({ code }) => code).join() === before.codes.join();
    const codes = stocks.map(({ code }) => before.entries.get(code) ?? code);
    return { draft: same ? draft : withSetting(draft, ["watchlists", before.name], codes), stocks };
  }
  const next = isNew
    ? withSetting(draft, ["watchlists", before.name], { file: path, texts: ["name"] })
    : draft;
  return {
    draft: next,
    stocks,
    list: { path, text: writeWatchlist(isNew ? undefined : before.text, stocks) },
  };
}

/** The stocks that a person means by words that may be several; undefined: nobody can say, or none was chosen. */
async function clear(
  { dialogue, words }: Session,
  unclear: ReturnType<typeof findStocks>["unclear"],
): Promise<NamedStock[] | undefined> {
  const chosen: NamedStock[] = [];
  for (const { asked, found } of unclear) {
    if (!dialogue.isPerson) return undefined;
    const choices = found.map(({ code, name = "" }) => ({ value: code, label: `${code} ${name}` }));
    const codes = await dialogue.pick(words.whichStocks(asked), choices);
    if (codes.length === 0) return undefined;
    chosen.push(...found.filter(({ code }) => codes.includes(code)));
  }
  return chosen;
}

/** The list of the market service, its own or the simulated one; undefined where it does not tell it. */
async function listedIssues({ options }: Session, config: Config): Promise<Issues | undefined> {
  const isPlayed = isSimulated(config, "market");
  if (!options.try && !isPlayed) return undefined;
  const simulator = isPlayed ? await serveSimulator({ port: 0 }) : undefined;
  try {
    return await createClients(config, simulator, createGates(config)).market.names();
  } catch (error) {
    if (error instanceof Failure) return undefined;
    throw error;
  } finally {
    await simulator?.close();
  }
}
