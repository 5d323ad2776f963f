/**
 * Takes due mails from the outbox and hands them to the carrier. What is to be done stands in the outbox alone:
 * a restart goes on where the last process stopped, and sends again what may or may not have arrived.
 */
import type { OutboxMail } from "../../model/mail.ts";
import { type AttemptOptions, attempt, messageOf } from "./attempt.ts";
import { createFlights } from "./flights.ts";

export interface DeliveryOptions extends AttemptOptions {
  /** How many mails may be in flight at once. */
  readonly slots: number;
}

export interface Delivery {
  start(): void;
  wake(): void;
  stop(deadlineMs: number): Promise<void>;
}

/** How soon an outcome that could not be written down is written again. */
const REWRITE_MS = 5_000;
/** Timers much longer than this overflow; waking up early does no harm. */
const TIMER_MAX_MS = 3_600_000;

export function createDelivery(options: DeliveryOptions): Delivery {
  const { outbox, clock, log } = options;
  const flights = createFlights(options.slots);
  const ending = new AbortController();
  let running = false;
  let woken = false;
  let cancelTimer = () => {};

  function wake(): void {
    if (woken || !running) return;
    woken = true;
    setImmediate(() => {
      woken = false;
      run();
    });
  }

  function run(): void {
    if (!running) return;
    cancelTimer();
    const now = clock.now();
    let next: number | undefined;
    try {
      const due = flights.free() > 0 ? outbox.due(now, flights.free(), flights.busy()) : [];
      for (const mail of due) if (flights.began(mail)) void fly(mail);
      next = outbox.nextDue(now);
    } catch (error) {
      log.error({ error: messageOf(error) }, "the outbox cannot be read");
      next = now + REWRITE_MS;
    }
    if (next !== undefined) cancelTimer = clock.after(Math.min(next - now, TIMER_MAX_MS), run);
  }

  async function fly(mail: OutboxMail): Promise<void> {
    record(mail, await attempt(mail, options, ending.signal));
  }

  /** The address stays taken until the outcome is on record, or the mail would go out again and again. */
  function record(mail: OutboxMail, write: () => void): void {
    if (ending.signal.aborted) return;
    try {
      write();
    } catch (error) {
      log.error({ mail: mail.id, error: messageOf(error) }, "the outcome of a mail cannot be written");
      clock.after(REWRITE_MS, () => record(mail, write));
      return;
    }
    flights.ended(mail);
    wake();
  }

  function start(): void {
    running = true;
    wake();
  }

  async function stop(deadlineMs: number): Promise<void> {
    running = false;
    cancelTimer();
    if (!ending.signal.aborted) await inTime(flights.landed(), deadlineMs);
    ending.abort();
    options.carrier.close();
  }

  async function inTime(work: Promise<void>, deadlineMs: number): Promise<void> {
    let cancel = () => {};
    const deadline = new Promise<void>((resolve) => {
      cancel = clock.after(deadlineMs, resolve);
    });
    await Promise.race([work, deadline]);
    cancel();
  }

  return { start, wake, stop };
}
