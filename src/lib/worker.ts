/**
 * A thread that answers questions one after the other, beside everything else: what they take of time and memory is
 * limited, and holds nobody else up. It starts with its first question and ends when nobody asks any more. What is given,
 * asked and answered is plain data, which a thread may take and give.
 */
import { existsSync } from "node:fs";
import { resolve as resolvePath } from "node:path";
import { parentPort, type ResourceLimits, Worker, workerData } from "node:worker_threads";
import { type Problem, Refused } from "./problem.ts";
import { createOneAtATime, listenAbort } from "./turns.ts";

/** Hears how far the work has come; the signal asks it to stop where it can. */
export interface Heard<Progress extends readonly unknown[]> {
  progress(...progress: Progress): void;
  readonly signal?: AbortSignal | undefined;
}

/** What a thread does: from what it is given at its start, the way from a question to its answer. Refused is told, any other error ends it. */
export type WorkerAnswers<Given, Question, Answer, Progress extends readonly unknown[]> = (
  given: Given,
) => (question: Question, heard: Heard<Progress>) => Promise<Answer>;

/** Why a thread gave no answer: too many wait, it took too long, or its own error. */
export class Unanswered extends Error {
  readonly reason: "busy" | "late" | "broken";

  constructor(reason: Unanswered["reason"], message: string, cause?: Error) {
    super(message, { cause });
    this.name = "Unanswered";
    this.reason = reason;
  }
}

/** Limits of a thread: of its memory by Node's names, of its time and of the questions that wait. */
interface WorkerLimits extends ResourceLimits {
  /** Time for one question, in ms. */
  readonly ms?: number;
  /** A thread that nobody asked for so long ends, in ms. */
  readonly idleMs?: number;
  /** Questions that may wait at once, with the one under way. */
  readonly waiting?: number;
}

/** A program of threads, what it is given, and its limits. */
export interface WorkerOptions<Given, Question, Answer, Progress extends readonly unknown[]> {
  /** Name of the file beside the bundled program (build.mjs) that calls `answerQuestions`. */
  readonly program: string;
  /** What it answers: in this thread where that file is not there, as from its sources. */
  readonly answers: WorkerAnswers<Given, Question, Answer, Progress>;
  readonly given: Given;
  readonly limits?: WorkerLimits;
  /** Whether the process stays for an answer; left out: its end waits for none. */
  readonly isAwaited?: boolean;
}

export interface AsideWorker<Question, Answer, Progress extends readonly unknown[]> {
  /** Rejects with what the thread refuses, with Unanswered, and with Refused once it is stopped. */
  ask(question: Question, heard: Heard<Progress>): Promise<Answer>;
  /** Ends the thread whatever it does; resolves once it is gone. */
  stop(): Promise<void>;
}

type Asked<Question> = { readonly question: Question } | { readonly stop: true };

type Said<Answer, Progress> =
  | { readonly progress: Progress }
  | { readonly answer: Answer }
  | { readonly refused: string; readonly problems: readonly Problem[] };

/** Whether the program has such a thread. */
export function hasWorker(program: string): boolean {
  return existsSync(fileOf(program));
}

const fileOf = (program: string) => resolvePath(import.meta.dirname, `${program}.js`);

export function createWorker<Given, Question, Answer, Progress extends readonly unknown[]>(
  options: WorkerOptions<Given, Question, Answer, Progress>,
): AsideWorker<Question, Answer, Progress> {
  const { program, answers, given } = options;
  if (hasWorker(program)) return createThreads(options);
  // Begins as a thread does: with the first question.
  let answer: ReturnType<typeof answers> | undefined;
  return {
    ask(question, heard) {
      answer ??= answers(given);
      return answer(question, heard);
    },
    stop: async () => {},
  };
}

function createThreads<Given, Question, Answer, Progress extends readonly unknown[]>(
  options: WorkerOptions<Given, Question, Answer, Progress>,
): AsideWorker<Question, Answer, Progress> {
  const { ms, idleMs, waiting: most = Number.POSITIVE_INFINITY } = options.limits ?? {};
  const turns = createOneAtATime();
  let waiting = 0;
  let isStopped = false;
  let idle: NodeJS.Timeout | undefined;
  let thread: ReturnType<typeof startThread<Given, Question, Answer, Progress>> | undefined;
  const askNow = async (question: Question, heard: Heard<Progress>): Promise<Answer> => {
    if (isStopped) throw stopped();
    clearTimeout(idle);
    if (thread === undefined || thread.isOver()) thread = startThread(options);
    const asked = thread;
    const late = (limitMs: number) => () =>
      asked.end(new Unanswered("late", `it takes longer than ${limitMs / 1_000} s`));
    const timer = ms === undefined ? undefined : setTimeout(late(ms), ms).unref();
    try {
      return await asked.ask(question, heard);
    } finally {
      clearTimeout(timer);
      if (idleMs !== undefined) idle = setTimeout(() => asked.end(stopped()), idleMs).unref();
    }
  };
  return {
    async ask(question, heard) {
      if (waiting >= most) throw new Unanswered("busy", "too many questions wait: try again in a moment");
      waiting += 1;
      try {
        return await turns.run("", undefined, () => askNow(question, heard));
      } finally {
        waiting -= 1;
      }
    },
    async stop() {
      isStopped = true;
      clearTimeout(idle);
      await thread?.end(stopped());
    },
  };
}

function startThread<Given, Question, Answer, Progress extends readonly unknown[]>({
  program,
  given,
  limits,
  isAwaited = false,
}: WorkerOptions<Given, Question, Answer, Progress>) {
  const worker = new Worker(fileOf(program), {
    workerData: given,
    resourceLimits: limits ?? {},
  });
  let isOver = false;
  let underWay: { hear(said: Said<Answer, Progress>): void; fail(why: Error): void } | undefined;
  /** What it is asked rejects with the reason. */
  const end = (why: Error) => {
    isOver = true;
    underWay?.fail(why);
    return worker.terminate();
  };
  worker.on("message", (said) => underWay?.hear(said));
  // It may break while nobody asks, too.
  worker.on("error", (error: Error) => end(new Unanswered("broken", error.message, error)));
  worker.on("exit", () => end(new Unanswered("broken", "it cannot be answered now: try again")));
  // Only now: to listen to a thread holds the process again.
  if (!isAwaited) worker.unref();
  const say = (asked: Asked<Question>) => worker.postMessage(asked);
  return {
    end,
    isOver: () => isOver,
    ask(question: Question, { progress, signal }: Heard<Progress>): Promise<Answer> {
      let unlisten = () => {};
      const answer = new Promise<Answer>((resolve, reject) => {
        const hear = (said: Said<Answer, Progress>) => {
          if ("progress" in said) progress(...said.progress);
          else if ("answer" in said) resolve(said.answer);
          else reject(new Refused(said.refused, said.problems));
        };
        underWay = { hear, fail: reject };
        say({ question });
        unlisten = listenAbort(signal, () => say({ stop: true }));
      });
      return answer.finally(() => {
        underWay = undefined;
        unlisten();
      });
    },
  };
}

const stopped = () => new Refused("stopped");

/** Asks one question of a thread of its own. Rejects as `ask` does. */
export async function askAside<Given, Question, Answer, Progress extends readonly unknown[]>(
  options: WorkerOptions<Given, Question, Answer, Progress>,
  question: Question,
  heard: Heard<Progress>,
): Promise<Answer> {
  const worker = createWorker(options);
  try {
    return await worker.ask(question, heard);
  } finally {
    await worker.stop();
  }
}

/** The other side, in the thread: answers what it is asked. */
export function answerQuestions<Given, Question, Answer, Progress extends readonly unknown[]>(
  answers: WorkerAnswers<Given, Question, Answer, Progress>,
): void {
  const answer = answers(workerData as Given);
  const say = (said: Said<Answer, Progress>): void => parentPort?.postMessage(said);
  let stopping = new AbortController();
  parentPort?.on("message", async (asked: Asked<Question>) => {
    if ("stop" in asked) {
      stopping.abort(stopped());
      return;
    }
    stopping = new AbortController();
    const { signal } = stopping;
    try {
      say({ answer: await answer(asked.question, { progress: (...progress) => say({ progress }), signal }) });
    } catch (error) {
      if (!(error instanceof Refused)) throw error;
      say({ refused: error.message, problems: error.problems });
    }
  });
}
