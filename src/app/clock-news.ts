/** Tells on the log that the machine's clock was set: it then went on by more or less than the time that passed. */
import type { Clock } from "../lib/clock.ts";
import type { Log } from "../lib/log.ts";
import type { ClockJump } from "../model/items.ts";
import type { Change } from "../pipeline/diff.ts";

const lookMs = 5_000;
/** Clocks that are kept right are set by less all the time. */
const leastJumpMs = 5_000;

/**
 * Each jump is told once. Forward also means that the machine slept.
 * @param tell gives a change to the pipeline
 */
export function watchClock(clock: Clock, log: Log, tell: (change: Change) => void): () => void {
  const ahead = () => clock.now() - clock.elapsed();
  let before = ahead();
  let cancel = (): void => undefined;
  const look = (): void => {
    const by = ahead() - before;
    before += by;
    cancel = clock.after(lookMs, look);
    if (Math.abs(by) < leastJumpMs) return;
    const now = jump(by, clock.now());
    log.warn({ seconds: now.seconds }, now.message);
    tell({
      drafts: [{ type: "clock.jumped", source: "/clock", subject: "clock", data: { now } }],
      batch: {},
    });
  };
  cancel = clock.after(lookMs, look);
  return () => cancel();
}

function jump(byMs: number, at: number): ClockJump {
  const seconds = Math.round(byMs / 1_000);
  const from = new Date(at - byMs).toISOString();
  const to = new Date(at).toISOString();
  const how = seconds < 0 ? `set back by ${-seconds} s` : `set forward by ${seconds} s, or the machine slept`;
  return { seconds, from, to, message: `The machine's clock was ${how}.` };
}
