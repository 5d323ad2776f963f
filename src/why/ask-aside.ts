/**
 * Asks why in a thread of its own, beside the running monitor: the rule is evaluated again over what the log keeps,
 * which may take seconds. `yagura why` answers the same. The thread stays for a while, since to compile many rules takes
 * longer than most answers.
 */
import type { Config } from "../config/config.ts";
import { Refused } from "../lib/problem.ts";
import { createWorker, Unanswered, type WorkerAnswers } from "../lib/worker.ts";
import type { Language } from "../model/language.ts";
import type { Answer } from "../model/page/why.ts";
import { createAnswering, type NotFound } from "./ask.ts";

export interface WhyAsked {
  /** Id or number of an alert or another event. */
  readonly alert: string;
  readonly language: Language | undefined;
  /** ms since 1970. */
  readonly now: number;
  /** Hash of the rules that the monitor runs, which it has linted. */
  readonly lintedHash: string;
  /** Whoever may not act is told of lost mails without their addresses. */
  readonly mayAct: boolean;
}

/** Who asks beyond `waiting` is told to come again. A thread that nobody asks ends. */
const limits = { ms: 30_000, maxOldGenerationSizeMb: 512, waiting: 8, idleMs: 300_000 };

/** `refused`: the rule files or the database cannot be read now. */
type WhySaid = { readonly answer: Answer | NotFound } | { readonly refused: string } | "busy";

export function createAskWhy(config: Config): (asked: WhyAsked) => Promise<WhySaid> {
  const worker = createWorker({ program: "why-thread", answers: whyAnswers, given: config, limits });
  return async (asked) => {
    try {
      return { answer: await worker.ask(asked, { progress: () => {} }) };
    } catch (error) {
      if (error instanceof Refused) return { refused: error.message };
      if (!(error instanceof Unanswered)) throw error;
      if (error.reason === "busy") return "busy";
      return { refused: error.reason === "late" ? "the log takes too long to read" : error.message };
    }
  };
}

export const whyAnswers: WorkerAnswers<Config, WhyAsked, Answer | NotFound, []> = (config) => {
  const answer = createAnswering(config);
  return ({ alert, mayAct, ...asking }, { progress }) =>
    answer({ alert }, { ...asking, isMasked: !mayAct, progress });
};
