/** Sees that the machine's clock was set: it then went on by more or less than the time that passed. */
import { type Clock, systemClock } from "../lib/clock.ts";
import type { Log } from "../lib/log.ts";
import type { ClockJump } from "../model/news-items.ts";
import type { Change } from "../pipeline/change.ts";

const lookMs = 5_000;
/** Clocks that are kept right are set by less all the time. */
const leastJumpMs = 5_000;

export interface ClockWatch {
  /** The clock, whose `onSet` is told. */
  readonly clock: Clock;
  /** Tells each jump once from now on; the answer ends it. Forward also means that the machine slept. */
  start(log: Log, tell: (change: Change) => void): () => void;
}

/** @param timers what it looks by; real time, whatever the clock says */
export function createClockWatch(clock: Clock, timers: Pick<Clock, "after"> = systemClock): ClockWatch {
  const heard = new Set<() => void>();
  const ahead = () => clock.now() - clock.elapsed();
  let before = ahead();
  return {
    clock: {
      ...clock,
      onSet(call) {
        heard.add(call);
        return () => void heard.delete(call);
      },
    },
    start(log, tell) {
      let cancel = (): void => undefined;
      const look = (): void => {
        const by = ahead() - before;
        before += by;
        cancel = timers.after(lookMs, look);
        if (Math.abs(by) < leastJumpMs) return;
        const now = jump(by, clock.now());
        log.warn({ seconds: now.seconds }, now.message);
        tell({
          drafts: [{ type: "clock.jumped", source: "/clock", subject: "clock", data: { now } }],
          batch: {},
        });
        for (const call of heard) call();
      };
      cancel = timers.after(lookMs, look);
      return () => cancel();
    },
  };
}

function jump(byMs: number, at: number): ClockJump {
  const seconds = Math.round(byMs / 1_000);
  const from = new Date(at - byMs).toISOString();
  const to = new Date(at).toISOString();
  const how = seconds < 0 ? `set back by ${-seconds} s` : `set forward by ${seconds} s, or the machine slept`;
  return { seconds, from, to, message: `The machine's clock was ${how}.` };
}
