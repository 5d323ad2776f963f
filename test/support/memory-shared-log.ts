/** The log of a cluster in memory: guarded as the engine's, with times and losses by hand. */
import type { EpochEngine, LogMessage, LogRead, SharedLog, Stamp } from "../../src/cluster/engine.ts";
import { LogGap, Unconfirmed } from "../../src/cluster/engine.ts";

export interface MemorySharedLog extends SharedLog {
  /** Adds a message as another machine does; answers its sequence. */
  put(message: LogMessage, stamp?: Stamp): number;
  readonly entries: readonly LogRead[];
  /** While it is away nothing of it is confirmed. */
  isAway: boolean;
  /** Purges up to and with a sequence, without a word. */
  forget(to: number): void;
}

export function memorySharedLog(): MemorySharedLog {
  const entries: LogRead[] = [];
  let first = 1;
  let wake = (): void => undefined;
  const log: MemorySharedLog = {
    entries,
    isAway: false,
    put(message, stamp = { term: 1, format: 1 }) {
      const copy = JSON.parse(JSON.stringify(message));
      entries.push({ ...stamp, sequence: entries.length + 1, message: copy });
      wake();
      return entries.length;
    },
    forget(to) {
      first = to + 1;
    },
    async append(expected, message, stamp) {
      if (log.isAway) throw new Unconfirmed("away");
      if (expected !== entries.length) return { refused: entries.length };
      return { stored: log.put(message, stamp) };
    },
    async *read(after, signal) {
      for (let next = after + 1; !signal.aborted; next += 1) {
        if (next < first) throw new LogGap("purged", after);
        if (next > entries.length + 1) throw new LogGap("shorter", after);
        while (entries[next - 1] === undefined && !signal.aborted)
          await new Promise<void>((resolve) => {
            wake = resolve;
            signal.addEventListener("abort", () => resolve(), { once: true });
          });
        const found = entries[next - 1];
        if (found !== undefined && !signal.aborted) yield found;
      }
    },
    async end() {
      if (log.isAway) throw new Unconfirmed("away");
      return { sequence: entries.length, term: entries.at(-1)?.term ?? 0 };
    },
    isEnd: async (sequence) => !log.isAway && sequence === entries.length,
    facts: async () => {
      throw new Unconfirmed("no facts in memory");
    },
    purge: async (to) => log.forget(to),
  };
  return log;
}

/** What machines have together, with a log in memory and nobody to ask. */
export function memoryEpoch(log: SharedLog): EpochEngine {
  return {
    log,
    beat: () => undefined,
    heard: () => () => undefined,
    ask: () => Promise.reject(new Error("nobody is asked")),
    answer: () => () => undefined,
    snapshots: {
      put: async () => undefined,
      newest: async () => undefined,
      get: async () => undefined,
      drop: async () => undefined,
    },
  };
}
