/** The seeding of a monitor's rules, put together from its parts. */
import { rmSync } from "node:fs";
import { join } from "node:path";
import { storedCalendar } from "../calendar/kept-calendar.ts";
import { createTradingCalendar } from "../calendar/trading-calendar.ts";
import type { Config } from "../config/config.ts";
import { originOf, serviceOf } from "../config/services.ts";
import type { ActiveRules } from "../files/active-rules.ts";
import { standingAnswers } from "../files/active-standing.ts";
import type { StartFiles } from "../files/start-files.ts";
import { playHistory } from "../history/play-history.ts";
import { createSeeding, type Seeding, type SeedPast, type SeedWork } from "../history/seed.ts";
import { type ToldSource, toldSources } from "../history/told-sources.ts";
import type { Log } from "../lib/log.ts";
import { makeOwnerFolder } from "../lib/replace-file.ts";
import { nextTurn } from "../lib/turns.ts";
import { addDays, jstDay } from "../model/dates.ts";
import { type Duration, durationWords, startOf } from "../model/duration.ts";
import type { HistoryPeriod } from "../model/history.ts";
import { StoreError } from "../model/store-faults.ts";
import type { Watchlists } from "../model/watchlists.ts";
import { type HistoryFileReader, openHistoryReader } from "../store/history/history.ts";
import { openStoreReader } from "../store/reader.ts";
import { knownDays } from "../upstreams/past.ts";
import type { Ground } from "./ground.ts";

interface Parts {
  readonly ground: Pick<Ground, "store" | "steady" | "world">;
  readonly active: ActiveRules;
  readonly log: Log;
}

export function seedingAtStart(
  { config, active: started }: Pick<StartFiles, "config" | "active">,
  { ground: { store, steady, world }, active, log }: Parts,
): Seeding {
  const { seed: length } = config.history;
  // A crash between the keeping of the states and the end leaves one behind, and no later start would make another.
  removePlayed(config);
  return createSeeding(length !== undefined, {
    ...{ store, log, rules: started.rules, active: active.current, answers: standingAnswers(config) },
    // A simulated world may be behind the clock or, left by an older version, ahead of it.
    now: () => Math.max(steady.now(), Number(world?.now() ?? 0)),
    async openPast(work) {
      if (length === undefined) return undefined;
      return openSeedPast({ config, length, watchlists: active.watchlists, log }, work);
    },
  });
}

// The past that rules begin with: the history of the services, played as life would have been, as far as it
// is there.

interface PastParts {
  readonly config: Config;
  /** How much of the past is asked for. */
  readonly length: Duration;
  watchlists(): Watchlists;
  readonly log: Pick<Log, "warn">;
}

/** The folder of the past that is played: beside the database, where there is place for one. */
const playedFolder = ({ state }: Pick<Config, "state">): string => `${state}.seed`;

function removePlayed(config: Pick<Config, "state">): void {
  rmSync(playedFolder(config), { recursive: true, force: true });
}

/** Days of which something must have been fetched: the first polls look at no more. */
const recentDays = 10;

/**
 * Plays the history into a log of its own, which goes when it is closed. Undefined where no rule can begin with it, which
 * is told with what to call.
 */
export async function openSeedPast(parts: PastParts, work: SeedWork): Promise<SeedPast | undefined> {
  const { config, length, watchlists } = parts;
  const tell = tellingOf(parts);
  const history = openHistory(config.history.file, tell);
  if (history === undefined) return undefined;
  const folder = playedFolder(config);
  const remove = () => removePlayed(config);
  try {
    const span = { from: startOf(work.end, length, createTradingCalendar(knownDays(history))), to: work.end };
    const damaged = await damagedSet(history, { from: jstDay(span.from), to: jstDay(span.to) }, work.signal);
    if (damaged !== undefined) {
      tell(`records of ${damaged || "a set"} are damaged, and the call fetches them again`);
      return undefined;
    }
    const unfit = unfitSources(parts, history, work.end);
    for (const [why, sources] of unfit) tell(why, sources);
    const left = [...unfit.values()].flat();
    const all = toldSources(config).length;
    if (all === 0) tell("no service of the sources in the settings provides one");
    if (left.length === all) return undefined;
    remove();
    makeOwnerFolder(folder);
    const file = join(folder, "played.db");
    const progress = (day: string) => work.progress("a day of the services' past is played", day);
    const { signal, stands } = work;
    await playHistory({ ...{ config, history, span, file, watchlists, stands, progress, signal } });
    return pastIn(file, left, remove);
  } catch (error) {
    remove();
    throw error;
  } finally {
    history.close();
  }
}

/** A set of which something is damaged in a period: no rule begins with that. */
async function damagedSet(
  history: Pick<HistoryFileReader, "verify">,
  period: HistoryPeriod,
  signal: AbortSignal,
): Promise<string | undefined> {
  for (const found of history.verify(period)) {
    if (found) return found.set;
    await nextTurn();
    signal.throwIfAborted();
  }
  return undefined;
}

type Tell = (why: string, sources?: readonly string[]) => void;

/** Tells why rules begin without a past, or without that of some sources, and what to call. */
function tellingOf({ length, log }: PastParts): Tell {
  const call = `yagura history fetch --since ${durationWords(length)}`;
  return (why, sources) =>
    log.warn(
      { call, ...(sources && { sources }) },
      `the rules begin without ${sources ? "the past of these sources" : "the services' past"}: ${why}; to begin with it, call \`${call}\` and start with a new database`,
    );
}

/** Undefined where it cannot be read, which is told. */
function openHistory(file: string, tell: Tell): HistoryFileReader | undefined {
  try {
    return openHistoryReader(file);
  } catch (error) {
    if (!(error instanceof StoreError)) throw error;
    tell(error.message);
    return undefined;
  }
}

/** The sources that rules cannot begin with the past of, by the reason. */
function unfitSources(
  { config, watchlists }: PastParts,
  history: HistoryFileReader,
  end: number,
): ReadonlyMap<string, readonly string[]> {
  const origins = history.origins();
  const to = jstDay(end);
  const recent = { from: addDays(to, -recentDays), to };
  const reasonFor = ({ name, past, settings }: ToldSource): string | undefined => {
    const service = serviceOf(name, config);
    const origin = service && origins.get(service);
    if (service && origin !== undefined && origin !== originOf(config, service))
      return `the history of ${service} comes from ${origin}`;
    const pieces = past.pieces(settings, recent, { watchlists });
    const isRecent = pieces.some((piece) => {
      const fetched = history.fetched(piece);
      return fetched !== undefined && fetched.refused === undefined;
    });
    return isRecent ? undefined : `the history has nothing of their last ${recentDays} days`;
  };
  const unfit = new Map<string, string[]>();
  for (const source of toldSources(config)) {
    const reason = reasonFor(source);
    if (reason !== undefined) unfit.set(reason, [...(unfit.get(reason) ?? []), source.name]);
  }
  return unfit;
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
