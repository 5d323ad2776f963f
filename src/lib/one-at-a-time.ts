import { listenAbort, stopped } from "./http/listen-abort.ts";

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
