/** The mail server of a day, behind the transport: it takes letters, puts them off, says nothing, or loses its answer. */
import type { Clock } from "../../../src/lib/clock.ts";
import { type OutgoingLetter, SendError, type Transport } from "../../../src/outputs/delivery/transport.ts";
import { isWithin, type MailFault, minuteMs } from "./plan.ts";

export interface DayMail {
  readonly transport: Transport;
  /** Every letter that was taken, copies too. */
  readonly taken: readonly OutgoingLetter[];
}

/** How long a client waits for an answer. */
const silenceMs = minuteMs;

/** @param now ms from the start of the day */
export function createDayMail(faults: readonly MailFault[], clock: Clock, now: () => number): DayMail {
  const taken: OutgoingLetter[] = [];
  const silence = (signal: AbortSignal): Promise<void> =>
    new Promise((resolve, reject) => {
      const cancel = clock.after(silenceMs, resolve);
      signal.addEventListener("abort", () => {
        cancel();
        reject(new SendError("ended", "failed"));
      });
    });
  const send = async (letter: OutgoingLetter, signal: AbortSignal): Promise<string> => {
    const kind = faults.find((fault) => isWithin(now(), fault))?.kind;
    if (kind === "refused") throw new SendError("connect ECONNREFUSED", "no-way");
    if (kind !== "silent") taken.push(letter);
    if (kind === undefined) return "250 taken";
    await silence(signal);
    throw new SendError("no answer", "failed");
  };
  return { taken, transport: { open: async () => {}, send, close: () => {} } };
}
