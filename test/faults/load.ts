/** Load of a process while it is looked at: memory, and how long it keeps the event loop. */

interface Load {
  readonly memoryMb: number;
  /** The longest that the loop was kept by work; what others on the machine took does not count. */
  readonly longestMs: number;
}

export interface LoadWatch {
  /** Whether the loop counts from now on; memory always does. */
  look(isLooked: boolean): void;
  /** So far. */
  now(): Load;
}

const lookMs = 10;

export function watchLoad(): LoadWatch {
  let memory = 0;
  let longestMs = 0;
  let isLooked = false;
  let wall = performance.now();
  let busy = process.cpuUsage();
  setInterval(() => {
    const now = performance.now();
    const { user, system } = process.cpuUsage(busy);
    if (isLooked) longestMs = Math.max(longestMs, Math.min(now - wall - lookMs, (user + system) / 1_000));
    wall = now;
    busy = process.cpuUsage();
    memory = Math.max(memory, process.memoryUsage.rss());
  }, lookMs).unref();
  return {
    look(looked) {
      isLooked = looked;
    },
    now() {
      return { memoryMb: Math.round(memory / 1_000_000), longestMs: Math.round(longestMs) };
    },
  };
}
