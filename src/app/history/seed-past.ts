/** The past that rules begin with: the history of the services, played as life would have been, as far as it is there. */
import { rmSync } from "node:fs";
import { join } from "node:path";
import { storedCalendar } from "../../calendar/kept-calendar.ts";
import type { Config } from "../../config/config.ts";
import type { Log } from "../../lib/log.ts";
import { makeOwnerFolder } from "../../lib/owner-only.ts";
import { addDays, jstDay } from "../../model/dates.ts";
import { type Duration, durationWords, startOf } from "../../model/duration.ts";
import type { HistoryReader } from "../../model/history.ts";
import { StoreError } from "../../model/store-faults.ts";
import type { TradingCalendar } from "../../model/trading-calendar.ts";
import type { Watchlists } from "../../model/watchlists.ts";
import { type HistoryFileReader, openHistoryReader } from "../../store/history/history.ts";
import { openStoreReader } from "../../store/reader.ts";
import { playHistory } from "./play-history.ts";
import type { SeedPast, SeedWork } from "./seed.ts";
import { type ToldSource, toldSources } from "./told-sources.ts";

interface PastParts {
  readonly config: Config;
  /** How much of the past is asked for. */
  readonly length: Duration;
  calendar(): TradingCalendar;
  watchlists(): Watchlists;
  readonly log: Pick<Log, "warn">;
}

/** Days without anything that was fetched after which a past is too old: between it and life is more than a first poll looks at. */
const oldestDays = 10;

/**
 * Plays the history into a log of its own, which goes when it is closed. Undefined where no rule can begin with it, which
 * is told with what to call.
 */
export async function openSeedPast(parts: PastParts, work: SeedWork): Promise<SeedPast | undefined> {
  const { config, length, watchlists, calendar, log } = parts;
  const call = `yagura history fetch --since ${durationWords(length)}`;
  const without = (why: string, sources?: readonly string[]) =>
    log.warn(
      { ...(sources && { sources }), call },
      `${why}: the rules begin without ${sources ? "their past" : "the services' past"}; to begin with it, call \`${call}\` before the first start with a new database`,
    );
  const history = openHistory(config.history.file, without);
  if (history === undefined) return undefined;
  // Beside the database, where there is place for one; what a crash left there goes.
  const folder = `${config.state}.seed`;
  const remove = () => rmSync(folder, { recursive: true, force: true });
  try {
    const told = toldSources(config);
    const old = told.filter((source) => !isRecent(source, history, { end: work.end, watchlists }));
    if (old.length === told.length) {
      without(`the history of the services has nothing of the last ${oldestDays} days`);
      return undefined;
    }
    const names = old.map(({ name }) => name);
    if (old.length > 0)
      without(`of these sources the history has nothing of the last ${oldestDays} days`, names);
    remove();
    makeOwnerFolder(folder);
    const file = join(folder, "played.db");
    const span = { from: startOf(work.end, length, calendar()), to: work.end };
    const progress = (day: string) => work.progress("a day of the services' past is played", day);
    const { signal, stands } = work;
    await playHistory({ ...{ config, history, span, file, watchlists, stands, progress, signal } });
    return pastIn(file, names, remove);
  } catch (error) {
    remove();
    throw error;
  } finally {
    history.close();
  }
}

/** Undefined where it cannot be read, which is told. */
function openHistory(file: string, tell: (why: string) => void): HistoryFileReader | undefined {
  try {
    return openHistoryReader(file);
  } catch (error) {
    if (!(error instanceof StoreError)) throw error;
    tell(error.message);
    return undefined;
  }
}

/** Whether something of the last days of a source was fetched. */
function isRecent(
  { past, settings }: ToldSource,
  history: HistoryReader,
  { end, watchlists }: { readonly end: number; watchlists(): Watchlists },
): boolean {
  const to = jstDay(end);
  const pieces = past.pieces(settings, { from: addDays(to, -oldestDays), to }, { watchlists });
  return pieces.some((piece) => {
    const fetched = history.fetched(piece);
    return fetched !== undefined && fetched.refused === undefined;
  });
}

/** @param left names of sources whose events no rule is given */
function pastIn(file: string, left: readonly string[], remove: () => void): SeedPast {
  const reader = openStoreReader(file);
  const sources = new Set(left.map((name) => `/sources/${name}`));
  return {
    reader,
    calendar: storedCalendar(reader.meta),
    isTaken: ({ source }) => !sources.has(source),
    close() {
      reader.close();
      remove();
    },
  };
}
