/**
 * The rule bench beside the running monitor: its questions are answered in threads of their own, with limits of time
 * and memory, so that nothing that a person writes holds a poll up. A try goes on by itself: pages ask how far it is.
 */

import { randomUUID } from "node:crypto";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { Config } from "../../config/config.ts";
import type { Environment } from "../../config/interpolate.ts";
import type { AskedImport, PlannedImport } from "../../files/watchlists/plan-import.ts";
import type { EditedList, WrittenList } from "../../files/watchlists/written-list.ts";
import { Refused } from "../../lib/problem.ts";
import { createWorker, type Heard, Unanswered } from "../../lib/worker.ts";
import type { Language } from "../../model/language.ts";
import type { BenchRuleAnswer, BenchTryResult, TryAnswer } from "../../model/page/bench.ts";
import type {
  FillAsked,
  FilledRule,
  GalleryAnswer,
  GalleryMonth,
  GalleryNow,
} from "../../model/page/gallery.ts";
import type { WatchlistEditAsked } from "../../model/page/watchlists.ts";
import type { RulesReport } from "../../model/page/worth.ts";
import type { ValuesAsked } from "../gallery/values-now.ts";
import type { AskedReport } from "../worth/report-rules.ts";
import {
  type AskedEdit,
  type AskedTry,
  type BenchGiven,
  type BenchProgress,
  type BenchQuestion,
  benchAnswers,
} from "./asked.ts";
import type { CheckedRule, RuleFolder } from "./check-rule.ts";

export interface Bench {
  list(): Promise<RuleFolder>;
  open(name: string): Promise<BenchRuleAnswer | undefined>;
  check(asked: AskedEdit): Promise<CheckedRule>;
  /** The rules of the gallery, with example mails in a language. */
  gallery(language: Language): Promise<GalleryAnswer>;
  /** The rule that a form makes. Rejects with Refused where a value does not fit. */
  fill(asked: FillAsked): Promise<FilledRule>;
  /** What stands now beside the parameters of a rule. */
  values(asked: ValuesAsked): Promise<GalleryNow>;
  /** Rejects with Refused where there is no such list, or its file cannot be read. */
  watchlist(name: string): Promise<WrittenList>;
  /** Makes the file that an edit would give; it is not written. Rejects with Refused where that cannot be. */
  editWatchlist(asked: WatchlistEditAsked): Promise<EditedList>;
  /** Says what an import would do; nothing is written. Rejects with Refused, with the place of what is wrong. */
  planImport(asked: AskedImport): Promise<PlannedImport>;
  /** Rejects with Refused where it cannot be made, takes too long, or the signal ends it. */
  try(asked: AskedTry, now: number, heard: Heard<BenchProgress>): Promise<BenchTryResult>;
  /** What the rules of the gallery would have sent in a month. Rejects as a try does. */
  month(asked: object, now: number, heard: Heard<BenchProgress>): Promise<GalleryMonth>;
  /** Rejects as a try does. */
  report(asked: AskedReport, now: number, heard: Heard<BenchProgress>): Promise<RulesReport>;
  stop(): void;
}

/** Thousands of rules are checked in a few seconds; a thread that nobody asked for a minute ends. */
const limits = { ms: 30_000, maxOldGenerationSizeMb: 512, idleMs: 60_000, waiting: 20 };

const tryMs = { log: 180_000, history: 1_200_000 };

export function createBench(config: Config, environment: Environment): Bench {
  const checking = createWorker({ ...program, given: { config, environment }, limits });
  const ask = async <Answer extends BenchGiven>(question: BenchQuestion): Promise<Answer> =>
    (await checking.ask(question, { progress: () => {} }).catch(refuse)) as Answer;
  const tries = new Set<() => void>();
  /** In a thread of its own, with a folder that goes with it. */
  const aside = async (question: BenchQuestion, ms: number, heard: Heard<BenchProgress>) => {
    const temporary = await mkdtemp(join(tmpdir(), "yagura-bench-"));
    const given = { config, environment, temporary };
    const thread = createWorker({ ...program, given, limits: { ...limits, ms } });
    tries.add(thread.stop);
    heard.signal?.addEventListener("abort", thread.stop);
    try {
      // It may have been cancelled while the folder was made.
      if (heard.signal?.aborted) throw new Refused("stopped");
      return await thread.ask(question, heard).catch(refuse);
    } finally {
      heard.signal?.removeEventListener("abort", thread.stop);
      tries.delete(thread.stop);
      void thread.stop();
      await rm(temporary, { recursive: true, force: true });
    }
  };
  return {
    list: () => ask({ list: true }),
    open: (open) => ask({ open }),
    check: (check) => ask({ check }),
    gallery: (gallery) => ask({ gallery }),
    fill: (fill) => ask({ fill }),
    values: (values) => ask({ values }),
    month: async (_, now, heard) => (await aside({ month: true, now }, tryMs.history, heard)) as GalleryMonth,
    watchlist: (watchlist) => ask({ watchlist }),
    editWatchlist: (edit) => ask({ edit }),
    planImport: (asked) => ask({ import: asked }),
    try: async (asked, now, heard) =>
      (await aside({ try: asked, now }, tryMs[asked.over], heard)) as BenchTryResult,
    report: async (report, now, heard) => (await aside({ report, now }, tryMs.history, heard)) as RulesReport,
    stop() {
      void checking.stop();
      for (const stop of tries) stop();
    },
  };
}

const program = { program: "bench-thread", answers: benchAnswers };

function refuse(error: unknown): never {
  if (!(error instanceof Unanswered)) throw error;
  const { reason, message } = error;
  if (reason === "busy") throw new Refused("the bench is busy: try again in a moment");
  throw new Refused(reason === "late" ? message : `it cannot be done: ${message}`);
}

/** Each takes a processor. */
const mostRunning = 2;
const mostKept = 8;

/** Tries of rules, or reports on them, under way. */
export function createTries<Asked, Result>(
  run: (asked: Asked, now: number, heard: Heard<BenchProgress>) => Promise<Result>,
) {
  const tries = new Map<string, { answer: TryAnswer<Result>; readonly stopping: AbortController }>();
  const running = () => [...tries.values()].filter(({ answer }) => answer.state === "running").length;
  return {
    /** The id of a try that has begun; undefined: as many as may be are under way. */
    start(asked: Asked, now: number): string | undefined {
      if (running() >= mostRunning) return undefined;
      const id = randomUUID();
      const stopping = new AbortController();
      const one = { answer: { state: "running", done: 0, all: 0 } as TryAnswer<Result>, stopping };
      tries.set(id, one);
      for (const old of tries.keys()) if (tries.size > mostKept) tries.delete(old);
      const progress = (done: number, all: number, day?: string): void => {
        one.answer = { state: "running", done, all, ...(day !== undefined && { day }) };
      };
      void run(asked, now, { progress, signal: stopping.signal }).then(
        (result) => {
          one.answer = { state: "done", result };
        },
        (error: unknown) => {
          one.answer = refusal(error);
        },
      );
      return id;
    },
    /** How far it is; undefined: it is not known, or was long ago. */
    get: (id: string) => tries.get(id)?.answer,
    cancel: (id: string) => tries.get(id)?.stopping.abort(),
  };
}

function refusal(error: unknown): TryAnswer<never> {
  const problems = error instanceof Refused ? error.problems : [];
  return { state: "refused", message: (error as Error).message, problems: problems.slice(0, 20) };
}
