/** Tells when nothing real is under way any more, so that a clock that is moved by hand may move on. */
import { subscribe, unsubscribe } from "node:diagnostics_channel";

/** Turns of the event loop without an exchange, after which nothing but the clock can begin one. */
const quietTurns = 4;
/** Turns between two questions whether something is busy: with many mails the answer takes longer than a turn. */
const busyTurns = 50;
const longestMs = 120_000;
const channels = ["yagura:exchanges", "yagura:turns"];

export interface RealIo {
  /** @param busy what else must be over, such as mails; asked when no exchange is under way */
  settled(busy: () => boolean): Promise<void>;
  close(): void;
}

/**
 * Sees every exchange of the process with a service, from its request to the end of its body, and all work that waits
 * for its next turn.
 */
export function watchRealIo(): RealIo {
  let underWay = 0;
  const hear = (change: unknown) => {
    underWay += Number(change);
  };
  for (const name of channels) subscribe(name, hear);
  return {
    async settled(busy) {
      const deadline = performance.now() + longestMs;
      for (let quiet = 0; quiet < quietTurns; ) {
        await turn();
        const isBusy = underWay === 0 && busy();
        quiet = underWay === 0 && !isBusy ? quiet + 1 : 0;
        for (let passed = 0; isBusy && passed < busyTurns; passed += 1) await turn();
        if (performance.now() > deadline)
          throw new Error(`after ${longestMs} ms ${underWay} exchanges go on`);
      }
    },
    close() {
      for (const name of channels) unsubscribe(name, hear);
    },
  };
}

/** One turn of the event loop. */
export function turn(): Promise<void> {
  return new Promise((resolve) => setImmediate(resolve));
}
