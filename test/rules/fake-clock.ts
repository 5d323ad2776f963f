import type { Clock } from "../../src/lib/clock.ts";

/** A clock that only moves when told, and lets the file system answer before each step. */
export function createFakeClock(): Clock & { step(ms: number): Promise<void> } {
  let now = 0;
  const waiting = new Set<{ at: number; call: () => void }>();
  return {
    now: () => now,
    after(ms, call) {
      const timer = { at: now + ms, call };
      waiting.add(timer);
      return () => waiting.delete(timer);
    },
    /** Moves on once somebody waits for the clock again; fails when nobody does for long. */
    async step(ms) {
      const deadline = Date.now() + 5_000;
      while (waiting.size === 0) {
        if (Date.now() > deadline) throw new Error("nobody waits for the clock");
        await new Promise((resolve) => setImmediate(resolve));
      }
      now += ms;
      for (const timer of [...waiting]) {
        if (timer.at > now) continue;
        waiting.delete(timer);
        timer.call();
      }
    },
  };
}
