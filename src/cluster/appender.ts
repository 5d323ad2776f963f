/**
 * The writer's appends. The store commits in one turn of the event loop, and what it commits has to stand on the log
 * before: so the turn waits for a thread that has a connection of its own. The other threads of the program are asked
 * and answer later; this one answers while nothing else of the process goes on, within a time that is short.
 */
import { resolve } from "node:path";
import { MessageChannel, type MessagePort, receiveMessageOnPort, Worker } from "node:worker_threads";
import { Refused } from "../lib/problem.ts";
import { listenAbort } from "../lib/turns.ts";
import {
  type Appended,
  type EngineSettings,
  Fenced,
  type LogMessage,
  type Stamp,
  Unconfirmed,
} from "./engine.ts";

/** Where a writer stands when it begins: behind the message with its term. */
export interface AppenderStart extends Stamp {
  readonly position: number;
  /** The longest that an append takes in all, ms. */
  readonly waitMs?: number;
  /** File of the thread; left out: the one beside the bundled program (build.mjs). */
  readonly program?: string;
}

export interface Appender {
  /**
   * Adds a message behind the last one and answers its sequence, when it stands on the log for good. Blocks meanwhile.
   * Throws Fenced where another machine was first, and Unconfirmed where nothing certain is known in time. After either
   * every append throws the same at once: the process has to begin anew, as a follower.
   */
  append(message: LogMessage): number;
  /** Age of the last moment at which the log was sure to end with this writer, ms: whoever sends what it wrote asks this. */
  confirmedMs(): number;
  close(): Promise<void>;
}

/** What the thread is given. Times are those of process.hrtime, ns. */
export interface AppendThreadGiven {
  readonly settings: EngineSettings;
  readonly epoch: string;
  readonly stamp: Stamp;
  readonly position: number;
  readonly port: MessagePort;
  /** 1 once there is an answer. */
  readonly answered: Int32Array<SharedArrayBuffer>;
  readonly confirmedAt: BigInt64Array<SharedArrayBuffer>;
}

export interface AppendAsked {
  readonly message: LogMessage;
  readonly withinMs: number;
}

export type AppendAnswered = Appended | { readonly unconfirmed: string };

/** What the thread says of its start. */
export type AppendThreadSaid = { readonly ready: true } | { readonly refused: string };

const defaultWaitMs = 1_500;
/** The thread's own time ends so much earlier, ms, that its answer comes. */
const marginMs = 50;

/** Resolves when the thread is connected, and waits for that until the signal. Refused: the servers refuse the settings. */
export async function openAppender(
  settings: EngineSettings,
  epoch: string,
  { position, term, format, waitMs = defaultWaitMs, program }: AppenderStart,
  signal?: AbortSignal,
): Promise<Appender> {
  const { port1: port, port2 } = new MessageChannel();
  const answered = new Int32Array(new SharedArrayBuffer(4));
  const confirmedAt = new BigInt64Array(new SharedArrayBuffer(8));
  const given: AppendThreadGiven = {
    ...{ settings, epoch, position, answered, confirmedAt },
    stamp: { term, format },
    port: port2,
  };
  const file = program ?? resolve(import.meta.dirname, "append-thread.js");
  const worker = new Worker(file, { workerData: given, transferList: [port2] });
  let over: Error | undefined;
  worker.on("error", (error: Error) => {
    over ??= new Unconfirmed("the thread that appends has ended", error);
  });
  try {
    await ready(worker, signal);
  } catch (error) {
    await worker.terminate();
    throw error;
  }
  worker.unref();
  const ask = (message: LogMessage): AppendAnswered => {
    const asked: AppendAsked = { message, withinMs: waitMs - marginMs };
    Atomics.store(answered, 0, 0);
    port.postMessage(asked);
    Atomics.wait(answered, 0, 0, waitMs);
    // Also after the time: who was stopped meanwhile may have it all the same.
    return receiveMessageOnPort(port)?.message ?? { unconfirmed: `no answer within ${waitMs} ms` };
  };
  return {
    append(message) {
      if (over !== undefined) throw over;
      const answer = ask(message);
      if ("stored" in answer) return answer.stored;
      over = "refused" in answer ? new Fenced(answer.refused) : new Unconfirmed(answer.unconfirmed);
      throw over;
    },
    confirmedMs: () => Number(process.hrtime.bigint() - Atomics.load(confirmedAt, 0)) / 1e6,
    async close() {
      over ??= new Unconfirmed("the appender is closed");
      port.close();
      await worker.terminate();
    },
  };
}

async function ready(worker: Worker, signal: AbortSignal | undefined): Promise<void> {
  const unlisten = listenAbort(signal, () => void worker.terminate());
  try {
    await new Promise<void>((resolve, reject) => {
      worker.once("message", (said: AppendThreadSaid) => {
        if ("ready" in said) resolve();
        else reject(new Refused(said.refused));
      });
      worker.once("error", reject);
      worker.once("exit", () => reject(new Unconfirmed("the thread that appends has ended")));
    });
  } finally {
    unlisten();
  }
}
