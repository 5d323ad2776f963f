/** The question about the stocks: named in any form, looked up in the market's list, written as a watchlist. */
import { createClients, createGates } from "../../../config/clients.ts";
import type { Config } from "../../../config/config.ts";
import { isSimulated } from "../../../config/services.ts";
import { serveSimulator } from "../../../history/simulated-world.ts";
import { Failure } from "../../../lib/failure.ts";
import { type Draft, readDraft, withSetting } from "../draft.ts";
import { isAsked, type Setup, type SetupQuestion, type SetupState, type TriedAnswer } from "../question.ts";
import {
  findStocks,
  type Issues,
  type NamedStock,
  readWatchlist,
  type Watchlist,
  writeWatchlist,
} from "./stocks.ts";

export async function stocksQuestion(state: SetupState): Promise<SetupQuestion<string>> {
  const { dialogue, words, options, once, draft, present, isNew } = state;
  const before = readWatchlist(present);
  const read = readDraft(draft);
  const isOpen = options.stocks !== undefined || isAsked(state);
  const issues = isOpen && read.ok ? await once(() => listedIssues(state, read.config)) : undefined;
  const question = issues === undefined ? words.stocksByCode : words.stocks;
  const part = { option: "--stocks", question };
  return {
    option: "--stocks",
    given: options.stocks,
    ask: () =>
      dialogue.text({
        message: question,
        // What ships is nobody's choice.
        initial: isNew ? undefined : before.codes.join(", "),
        example: "7203, 6758.T, 130A",
      }),
    async trial(answer): Promise<TriedAnswer> {
      const found = findStocks(answer, issues);
      if (found.unknown.length > 0)
        return { ok: false, problem: words.noStocks(found.unknown, issues !== undefined), part };
      const chosen = await clear(state, found.unclear);
      if (chosen === undefined) {
        const [{ asked, found: several } = { asked: "", found: [] }] = found.unclear;
        return { ok: false, problem: words.unclearStocks(asked, several), part };
      }
      const stocks = [...found.stocks, ...chosen];
      if (stocks.length === 0) return { ok: false, problem: words.noStock };
      return { ok: true, draft: withStocks(draft, before, stocks, isNew), told: words.watching(stocks) };
    },
  };
}

/** A list in the config file stays there; a new one gets a file of its own, which may be saved while the monitor runs. */
function withStocks(draft: Draft, before: Watchlist, stocks: readonly NamedStock[], isNew: boolean): Draft {
  const path = isNew ? "watchlist.csv" : before.file;
  if (path === undefined) {
    const same = stocks.map(({ code }) => code).join() === before.codes.join();
    const codes = stocks.map(({ code }) => before.entries.get(code) ?? code);
    return { ...(same ? draft : withSetting(draft, ["watchlists", before.name], codes)), stocks };
  }
  const next = isNew
    ? withSetting(draft, ["watchlists", before.name], { file: path, texts: ["name"] })
    : draft;
  const text = writeWatchlist(isNew ? undefined : before.text, stocks);
  return { ...next, stocks, list: { path, text } };
}

/** The stocks that a person means by words that may be several; undefined: nobody can say, or none was chosen. */
async function clear(
  { dialogue, words }: Setup,
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
async function listedIssues({ options }: Setup, config: Config): Promise<Issues | undefined> {
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
