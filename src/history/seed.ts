/**
 * Gives rules a past at a monitor's first start, if the settings ask for it: what the services' history tells becomes
 * what the rules remember. Polls wait for that; nothing else does.
 */
import type { Log } from "../lib/log.ts";
import type { MemoryWrite } from "../model/commit.ts";
import type { TradingCalendar } from "../model/dates.ts";
import type { Event } from "../model/event.ts";
import type { RuleSet } from "../model/rule.ts";
import { keepSeeded, replayPast } from "../pipeline/seed.ts";
import { replayStanding, type StandingRecord } from "../pipeline/standing/replayed-standing.ts";
import type { CompiledRules } from "../rules/rule-set.ts";
import { type SeededRules, seededRules } from "../rules/sets/seeded-rules.ts";
import type { StoreReader } from "../store/reader.ts";
import type { Store } from "../store/store.ts";

/** Key of the note that the rules of this database were given a past, with when that was. */
const seededKey = "history.seeded";

/** A past as a log, with what stood. */
export interface SeedPast {
  readonly reader: Pick<StoreReader, "log" | "silent" | "search" | "state">;
  readonly calendar: TradingCalendar;
  /** Whether rules are to be given an event of it. */
  isTaken(event: Event): boolean;
  close(): void;
}

/** What the work on a past hears and is told. */
export interface SeedWork {
  readonly signal: AbortSignal;
  /** The moment at which the past ends, ms since 1970. */
  readonly end: number;
  /** Whether rules name anything of what stands of a source. */
  stands(source: string): boolean;
  progress(doing: string, day: string): void;
}

interface SeedParts {
  readonly store: Pick<Store, "sources" | "meta" | "recall" | "commit">;
  /** The rules of the start. */
  readonly rules: CompiledRules;
  /** The rules that are active by now. */
  active(): Pick<RuleSet, "meanings">;
  /** Makes the past; undefined where there is none, which it has told. */
  openPast(work: SeedWork): Promise<SeedPast | undefined>;
  answers: StandingRecord["answers"];
  /** ms since 1970. */
  now(): number;
  readonly log: Pick<Log, "info" | "error">;
}

export interface Seeding {
  /** Resolves once polls may begin; undefined: they may. */
  waiting(): Promise<void> | undefined;
  /** Begins, where rules are to be given a past; calls when their states are kept, since some may be due. */
  start(kept: () => void): void;
  /** Ends it; what is missing then is done at the next start. */
  stop(): Promise<void>;
}

/** Shortest real time between two lines of the log about how far it is. */
const progressMs = 5_000;

/** @param isAsked whether the settings ask for it */
export function createSeeding(isAsked: boolean, parts: SeedParts): Seeding {
  const { store, log } = parts;
  const isFirst = store.sources().length === 0 && store.meta.get(seededKey) === undefined;
  const stopping = new AbortController();
  let done = () => {};
  let running = Promise.resolve();
  let waiting: Promise<void> | undefined;
  if (isAsked && isFirst)
    waiting = new Promise((resolve) => {
      done = () => {
        waiting = undefined;
        resolve();
      };
    });
  return {
    waiting: () => waiting,
    start(kept) {
      if (waiting === undefined) return;
      log.info("the rules take in the services' past, for which the first polls wait");
      running = seed(parts, stopping.signal)
        .then((isKept) => void (isKept && kept()))
        // Whatever is wrong with the past, the watch begins without it.
        .catch((error: unknown) => {
          if (!stopping.signal.aborted)
            log.error({ error: wordsOf(error) }, "the rules begin without the services' past");
        })
        .finally(done);
    },
    async stop() {
      stopping.abort();
      await running;
      done();
    },
  };
}

function wordsOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}

/** Answers whether states were kept. */
async function seed(parts: SeedParts, signal: AbortSignal): Promise<boolean> {
  const { rules, openPast, log, now, store } = parts;
  const end = now();
  const stands = (source: string) => rules.standing?.sources.includes(source) ?? false;
  const past = await openPast({ signal, end, stands, progress: progressIn(log) });
  if (past === undefined) return false;
  try {
    const seeded = seededRules(rules, past.calendar);
    const replay = await replayed(past, seeded, { ...parts, end, signal });
    if (replay === undefined) return false;
    const note = { [seededKey]: new Date(end).toISOString() };
    const toKeep = { seeded: stateBy(seeded, parts), store, done: note, signal };
    const states = await keepSeeded(replay.states(), toKeep);
    if (states === undefined) return false;
    log.info({ states, rules: seeded.rules.names.length }, "the rules have taken in the services' past");
    return true;
  } finally {
    past.close();
  }
}

function replayed(
  { reader, calendar, isTaken }: SeedPast,
  { rules, types }: SeededRules,
  { answers, log, end, signal }: SeedParts & { readonly end: number; readonly signal: AbortSignal },
) {
  const { search, silent, state } = reader;
  const standing = replayStanding(
    rules.standing,
    { log: reader.log, search, silent, state, answers },
    calendar,
  );
  const tell = progressIn(log);
  const progress = (day: string) => tell("the rules take in a day of the past", day);
  return replayPast({
    ...{ log: reader.log, types, rules, calendar, standing, isTaken, end, signal, progress },
  });
}

/** The state that a rule begins with; none for a rule that was edited meanwhile. */
function stateBy(seeded: SeededRules, { store, active }: SeedParts) {
  return (past: MemoryWrite): MemoryWrite | undefined => {
    const { rule, meaning, key } = past;
    if (active().meanings.get(rule) !== meaning) return undefined;
    const state = seeded.stateOf(past, store.recall(past));
    return state.body === undefined ? undefined : { rule, meaning, key, ...state };
  };
}

/** Tells now and then how far it is. */
function progressIn(log: Pick<Log, "info">): SeedWork["progress"] {
  let last = performance.now();
  return (doing, day) => {
    if (performance.now() - last < progressMs) return;
    last = performance.now();
    log.info({ day }, doing);
  };
}
