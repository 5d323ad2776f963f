/** Asynchronous work: in turns, in batches, ended by a signal, and in lanes that tell whose work it is. */
import { AsyncLocalStorage } from "node:async_hooks";
import { channel } from "node:diagnostics_channel";
import { setMaxListeners } from "node:events";
import { Failure } from "./failure.ts";

/** Lets everything else that waits have its turn: long work that is done in parts holds nobody up. */
export function nextTurn(): Promise<void> {
  waiting.publish(1);
  return new Promise((resolve) =>
    setImmediate(() => {
      waiting.publish(-1);
      resolve();
    }),
  );
}

/** Long work: each step is as much as one turn may hold. */
export type Steps<Done> = Generator<undefined, Done, void>;

/** Whether work gives its steps, and not what it comes to. */
export function isSteps<Done extends object>(work: Done | Steps<Done>): work is Steps<Done> {
  return Symbol.iterator in work && "next" in work;
}

/** Does work that is done in steps, each in a turn of its own. */
export async function inTurns<Done>(steps: Pick<Steps<Done>, "next">): Promise<Done> {
  for (let step = steps.next(); ; step = steps.next()) {
    if (step.done === true) return step.value;
    await nextTurn();
  }
}

/** Does all of it in one go. */
export function atOnce<Done extends object>(work: Done | Steps<Done>): Done {
  if (!isSteps(work)) return work;
  for (let step = work.next(); ; step = work.next()) if (step.done === true) return step.value;
}

/** Waits for work that another thread does, such as unpacking a file; heard as waiting for a turn is. */
export async function elsewhere<T>(work: Promise<T>): Promise<T> {
  waiting.publish(1);
  try {
    return await work;
  } finally {
    waiting.publish(-1);
  }
}

/** Hears 1 when work begins to wait for its next turn and -1 when it goes on, as exchanges are heard. */
const waiting = channel("yagura:turns");

/**
 * Calls once when the signal is aborted, also when it was aborted before. The answer stops listening and must
 * be called in the end: signals live as long as the program, requests do not.
 */
export function listenAbort(signal: AbortSignal | undefined, call: () => void): () => void {
  if (signal === undefined) return () => {};
  if (signal.aborted) {
    call();
    return () => {};
  }
  // Many requests share one signal; Node would warn of a leak from the eleventh on.
  setMaxListeners(0, signal);
  signal.addEventListener("abort", call, { once: true });
  return () => signal.removeEventListener("abort", call);
}

/** Makes the failure of a request that its caller stopped; the signal's reason is the cause. */
export function stopped(signal: AbortSignal | undefined): Failure {
  return new Failure("unreachable", "the request was stopped", { cause: signal?.reason });
}

/** Runs work one after another where it has the same key, in the order of the calls. */
export interface OneAtATime {
  /** Runs the work in its turn and passes on its result or error; a Failure if the signal is aborted before its turn. */
  run<T>(key: string, signal: AbortSignal | undefined, work: () => Promise<T>): Promise<T>;
}

export function createOneAtATime(): OneAtATime {
  // The end of the last work of each key; it never rejects.
  const ends = new Map<string, Promise<unknown>>();

  return {
    run(key, signal, work) {
      const before = ends.get(key) ?? Promise.resolve();
      const own = before.then(() => (signal?.aborted ? undefined : work()));
      const end = own.then(
        () => {},
        () => {},
      );
      ends.set(key, end);
      void end.then(() => {
        if (ends.get(key) === end) ends.delete(key);
      });
      return unlessStopped(own, signal);
    },
  };
}

async function unlessStopped<T>(own: Promise<T | undefined>, signal: AbortSignal | undefined): Promise<T> {
  let unlisten = () => {};
  const left = new Promise<never>((_, reject) => {
    unlisten = listenAbort(signal, () => reject(stopped(signal)));
  });
  // Work that was never begun gives nothing, and then the signal has spoken already.
  return Promise.race([left, own as Promise<T>]).finally(() => unlisten());
}

/** Resolves when what was given so far is no more than a list; undefined: there is room now. */
export type Room = () => Promise<void> | undefined;

/**
 * Collects the values of `run` in lists of at least `size` and a last, shorter one. Ends when `run` does. Throws what
 * `run` throws, after everything that it gave before. A `run` that waits for room gives no more than is taken; once
 * nobody takes any more, there is room for everything, and nothing is kept.
 */
export async function* inBatches<T>(
  size: number,
  run: (give: (one: T) => void, room: Room) => Promise<void>,
): AsyncGenerator<T[], void, void> {
  let waiting: T[] = [];
  let isOver = false;
  let isLeft = false;
  let wake = () => {};
  let makeRoom = () => {};
  const give = (one: T) => {
    if (isLeft) return;
    waiting.push(one);
    if (waiting.length >= size) wake();
  };
  const room: Room = () => {
    if (isLeft || waiting.length < size) return undefined;
    return new Promise((resolve) => {
      makeRoom = resolve;
    });
  };
  const running = run(give, room).finally(() => {
    isOver = true;
    wake();
  });
  // It is told when all was taken.
  running.catch(() => {});
  try {
    while (!isOver || waiting.length > 0) {
      if (!isOver && waiting.length < size) {
        await new Promise<void>((resolve) => {
          wake = resolve;
        });
        continue;
      }
      const batch = waiting;
      waiting = [];
      makeRoom();
      yield batch;
    }
    await running;
  } finally {
    isLeft = true;
    waiting = [];
    makeRoom();
  }
}

/** Whose request it is that waits for a limited service, known however deep below the call. */
interface Lane {
  readonly name: string;
  readonly doubts: boolean;
}

const lanes = new AsyncLocalStorage<Lane>();

/**
 * Runs work whose requests, however deep below, wait in a lane of their own where a service is limited: whoever
 * asks much cannot keep others from their turn.
 *
 * @param doubts the answers before could not be used, so none of them that is remembered is taken for the answer
 */
export function inLane<T>(name: string, work: () => T, doubts = false): T {
  return lanes.run({ name, doubts }, work);
}

/** The lane of long work that nobody waits for: where a service is limited it is served when no other lane waits. */
export const backgroundLane = "(background)";

/** Runs work whose requests take no answer that is remembered: for what is asked so rarely that it saves nothing. */
export function doubting<T>(work: () => T): T {
  return inLane(currentLane(), work, true);
}

/** The lane of the work that calls; "" for work that is in none. */
export function currentLane(): string {
  return lanes.getStore()?.name ?? "";
}

/** Whether the work that calls takes no answer that is remembered. */
export function isDoubting(): boolean {
  return lanes.getStore()?.doubts ?? false;
}
