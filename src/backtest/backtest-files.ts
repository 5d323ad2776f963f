/** A backtest of the files that a config names, on its database, beside its running monitor too, or on a played past. */
import { availableParallelism } from "node:os";
import { storedCalendar } from "../calendar/kept-calendar.ts";
import { simulatedNames } from "../config/services.ts";
import { tellingOf } from "../config/telling.ts";
import { standingAnswers } from "../files/active-standing.ts";
import { eventTypesOf } from "../files/event-types.ts";
import { authority } from "../lib/http/url.ts";
import { askAside, hasWorker, type WorkerAnswers } from "../lib/worker.ts";
import type { Event, EventType, LogReader, StoredEntry } from "../model/event.ts";
import type { EventTypes } from "../model/event-types.ts";
import { listenerOf } from "../outputs/index.ts";
import type { CompiledRules } from "../rules/rule-set.ts";
import { expects } from "../rules/state/index.ts";
import {
  type AskedLog,
  type AskedRules,
  type BacktestOptions,
  openLog,
  openRules,
  upTo,
} from "./asked-files.ts";
import { type BacktestResult, runBacktest } from "./backtest.ts";
import { addressOnly, composeFirst, type NameAt } from "./loudest-stocks.ts";
import { type PlayedPast, playPast } from "./played-past.ts";
import { type BacktestReport, reportOf } from "./report.ts";
import { shareOf, together } from "./shares.ts";

export interface BacktestSurroundings {
  readonly environment: Readonly<Record<string, string | undefined>>;
  /** ms since 1970. */
  readonly now: number;
  /** Hears how far it has come: entries of the log. */
  progress(read: number, all: number): void;
  /** Hears how far the play of the past has come: days. */
  played?(day: string, done: number, all: number): void;
  /** Folder in which a played past is kept for the time of the backtest; by default the system's for temporary files. */
  readonly temporary?: string;
  /** Whether lost mails are without their addresses, for whoever may only read; left out: no. */
  readonly isMasked?: boolean;
  /** Aborted when the play is to stop. */
  readonly signal?: AbortSignal;
}

/** Message to a second thread: the same call, its share, the log, and where that ended for the first. */
export interface ShareAsked {
  readonly options: BacktestOptions;
  readonly environment: BacktestSurroundings["environment"];
  readonly now: number;
  readonly state: string;
  readonly head: number;
}

/** Fewer entries are evaluated sooner than a second thread is started. */
const fewestEntries = 20_000;
const fewestRules = 20;

/** Writes nothing that stays and sends nothing. Throws Refused where a file or the call is wrong, or there is no database. */
export async function backtestFiles(
  options: BacktestOptions,
  surroundings: BacktestSurroundings,
): Promise<BacktestReport> {
  return backtestRules(await openRules(options, surroundings.environment), options, surroundings);
}

/** As `backtestFiles`, of rules that were read before. */
export async function backtestRules(
  asked: AskedRules,
  options: BacktestOptions,
  surroundings: BacktestSurroundings,
): Promise<BacktestReport> {
  if (!options.history) return evaluated(options, asked, surroundings);
  const played = await playPast(options, asked, surroundings);
  try {
    return await evaluated(options, asked, surroundings, played);
  } finally {
    await played.remove();
  }
}

async function evaluated(
  options: BacktestOptions,
  asked: AskedRules,
  { environment, progress, ...surroundings }: BacktestSurroundings,
  played?: PlayedPast,
): Promise<BacktestReport> {
  const state = played?.file ?? asked.config.state;
  const now = played?.now ?? surroundings.now;
  const opened = { ...asked, ...openLog(state, options, now, surroundings.isMasked), options };
  const { rules, against, config, log, span, close } = opened;
  const facts = {
    simulated: played?.simulated ?? simulatedNames(config),
    nameAt: createNameAt(log, eventTypesOf(config).known),
    ...{ show: options.show, watchlist: options.watchlist, cannotKnow: played?.cannotKnow },
    only: options.rule,
  };
  try {
    const names = { rules: rules.names, against: against?.names ?? [] };
    const isLong = log.head() - log.oldest() >= fewestEntries;
    // What the settings tell together may come of rules in both shares.
    // The other thread reads the rules from their files.
    const isSplit = config.alerts === undefined && asked.only === undefined;
    const isShared = isLong && isSplit && names.rules.length + names.against.length >= fewestRules;
    const other = isShared ? startShare({ options, environment, now, state, head: log.head() }) : undefined;
    if (other === undefined) return reportOf(runOn(opened, progress), span, facts);
    const own = runOn({ ...opened, ...shareOf(opened, 0) }, progress);
    return reportOf(together(own, await other, names), span, facts);
  } finally {
    close();
  }
}

/** Evaluates the second of two shares, up to an entry of the log. */
export const shareAnswers: WorkerAnswers<undefined, ShareAsked, BacktestResult, []> =
  () =>
  async ({ options, environment, now, state, head }) => {
    const rules = await openRules(options, environment);
    const opened = { ...rules, ...openLog(state, options, now), options };
    try {
      const log = upTo(opened.log, head);
      return runOn({ ...opened, ...shareOf(opened, 1), log }, () => {});
    } finally {
      opened.close();
    }
  };

/** The second share in a thread of its own, where the program has one and the machine a processor for it. */
function startShare(asked: ShareAsked): Promise<BacktestResult> | undefined {
  const program = "backtest-share";
  if (availableParallelism() < 2 || !hasWorker(program)) return undefined;
  const options = { program, answers: shareAnswers, given: undefined, isAwaited: true };
  const result = askAside(options, asked, { progress: () => {} });
  // It is waited for only once the own share is evaluated.
  result.catch(() => undefined);
  return result;
}

interface Opened extends AskedRules, AskedLog {
  readonly options: BacktestOptions;
}

function runOn(
  { rules, against, codes, only, config, reader, span, options, ...opened }: Opened,
  progress: BacktestSurroundings["progress"],
): BacktestResult {
  const log = sharedPages(opened.log);
  const before = log.oldest() - 1;
  const all = log.head() - before;
  const facts = mailFacts({ config, rules });
  const { show: most } = options;
  const compose = most === undefined ? undefined : composeFirst({ span, most, codes });
  return runBacktest({
    ...{ log, rules, against, codes, only, span },
    types: typesOf([rules, against]),
    calendar: storedCalendar(reader.meta),
    telling: tellingOf(config, facts, addressOnly),
    composing: compose && tellingOf(config, facts, compose),
    record: {
      log,
      silent: reader.silent,
      search: reader.search,
      state: reader.state,
      answers: standingAnswers(config),
    },
    progress: (seq) => progress(seq - before, all),
  });
}

/** Collects the event types of all rules of some sets. */
export function typesOf(sets: readonly (CompiledRules | undefined)[]): ReadonlySet<string> {
  const rules = sets.flatMap((set) => set?.rules ?? []);
  // Expected values are waited for from when the rules were loaded.
  const more = rules.some(expects) ? ["rules.loaded"] : [];
  return new Set([...rules.flatMap(({ types }) => types), ...more]);
}

/** The mails that would go out were nothing simulated. */
function mailFacts({ config, rules }: Pick<AskedRules, "config" | "rules">) {
  return {
    types: eventTypesOf(config),
    monitorUrl: () => `http://${authority(listenerOf(config.outputs))}/`,
    simulated: () => false,
    watchlists: () => rules.watchlists ?? {},
  };
}

function createNameAt(log: Pick<LogReader, "read">, known: EventTypes["known"]): NameAt {
  return (type, seq) => {
    const [stored] = known.get(type as EventType)?.namesOther ? [] : log.read(seq - 1, 1);
    if (stored?.seq !== seq) return undefined;
    const { name } = (JSON.parse(stored.json) as Event).data.now;
    return typeof name === "string" ? name : undefined;
  };
}

// A log that several readers go through together: each page is read once.

/** Entries of a page, and pages that are kept: as many as the largest commits have, so that no reader is left behind. */
const pageSize = 2_000;
const pagesKept = 4;

/** Whoever asks for fewer looks at one place. */
const fewest = 100;

/** Reads as the log does; a page may end sooner than it was asked for. */
export function sharedPages(log: LogReader): LogReader {
  const pages: { readonly after: number; readonly entries: readonly StoredEntry[] }[] = [];
  return {
    ...log,
    read(after, limit) {
      if (limit < fewest) return log.read(after, limit);
      for (const page of pages) {
        const at = after < page.after ? -1 : page.entries.findIndex(({ seq }) => seq > after);
        if (at !== -1) return page.entries.slice(at, at + limit);
      }
      const entries = log.read(after, pageSize);
      pages.push({ after, entries });
      if (pages.length > pagesKept) pages.shift();
      return entries.slice(0, limit);
    },
  };
}
