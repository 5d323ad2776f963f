/**
 * Takes due mails from the outbox and hands them to the carrier. What is to be done stands in the outbox alone:
 * a restart goes on where the last process stopped, and sends again what may or may not have arrived.
 */
import type { MailDraft } from "../../model/mail.ts";
import {
  type AttemptOptions,
  attempt,
  createOutcomes,
  messageOf,
  notSent,
  type OutcomesOptions,
  REWRITE_MS,
  sent,
} from "./outcomes.ts";
import { CarryError } from "./transport.ts";
import { createPlaces, createTurns, type Place, type PlacesOptions, type Turn } from "./turns.ts";

export interface DeliveryOptions
  extends AttemptOptions,
    OutcomesOptions,
    Pick<PlacesOptions, "slots" | "shareMs"> {
  readonly compose: (draft: MailDraft) => Promise<Buffer>;
}

export interface Delivery {
  start(): void;
  wake(): void;
  stop(deadlineMs: number): Promise<void>;
}

/** Timers much longer than this overflow; waking up early does no harm. */
const TIMER_MAX_MS = 3_600_000;

export function createDelivery(options: DeliveryOptions): Delivery {
  const { outbox, clock, log, slots } = options;
  const places = createPlaces({ ...options, onRoom: wake });
  const turns = createTurns({ ...options, places, most: 2 * slots });
  const outcomes = createOutcomes(options);
  const ending = new AbortController();
  /** Addresses whose mails wait for a place, are under way, or have outcomes that are not on record. */
  const busy = new Set<string>();
  const flights = new Set<Promise<void>>();
  let ready: Turn[] = [];
  let running = false;
  let woken = false;
  let isTaking = false;
  let isAsked = false;
  let cancelTimer = () => {};

  function wake(): void {
    if (woken || !running) return;
    woken = true;
    setImmediate(() => {
      woken = false;
      begin();
      void take();
    });
  }

  /** Gives places to turns that are ready. */
  function begin(): void {
    if (!running) return;
    for (const turn of ready.filter((one) => places.hasRoom(one))) {
      if (!places.hasRoom(turn)) continue;
      ready = ready.filter((other) => other !== turn);
      const flight = fly(turn).finally(() => void flights.delete(flight));
      flights.add(flight);
    }
  }

  /** Looks for turns while others are under way, so that a place is never empty for want of one. */
  async function take(): Promise<void> {
    if (isTaking) isAsked = true;
    if (!running || isTaking) return;
    isTaking = true;
    isAsked = false;
    cancelTimer();
    let next: number | undefined;
    try {
      const found = await turns.next(ready, [...busy]);
      next = outbox.nextDue(clock.now());
      for (const { address } of found) busy.add(address);
      ready.push(...found);
      if (found.length > 0 || isAsked) wake();
    } catch (error) {
      log.error({ error: messageOf(error) }, "the outbox cannot be read or written");
      next = clock.now() + REWRITE_MS;
    }
    isTaking = false;
    if (next !== undefined && running)
      cancelTimer = clock.after(Math.min(next - clock.now(), TIMER_MAX_MS), wake);
  }

  async function fly(turn: Turn): Promise<void> {
    const place = places.take(turn);
    await sendAll(turn, place);
    place.leave();
    wake();
    // With nothing else under way there is nothing to gather.
    if (flights.size <= 1) outcomes.flush();
    // The address stays taken until the outcomes are on record, or the mails would go out again and again.
    await outcomes.written();
    busy.delete(turn.address);
    wake();
  }

  async function sendAll({ mails }: Turn, place: Place): Promise<void> {
    for (const [index, mail] of mails.entries()) {
      if (index > 0 && (!running || place.isOver())) return;
      const began = clock.elapsed();
      let failure: { error: unknown } | undefined;
      let answer = "";
      try {
        answer = await attempt(mail, options, ending.signal);
      } catch (error) {
        failure = { error };
      }
      if (ending.signal.aborted) return;
      const isSlow = place.took(clock.elapsed() - began);
      if (failure === undefined) outcomes.add(sent(mail, answer, options));
      // Where nobody was let in at all, one attempt speaks for every mail of the turn.
      else if (isWay(failure.error)) {
        for (const one of mails.slice(index)) outcomes.add(notSent(one, failure.error, options));
        return;
      } else outcomes.add(notSent(mail, failure.error, options));
      if (failure !== undefined && isSlow) return;
    }
  }

  function start(): void {
    running = true;
    wake();
  }

  async function stop(deadlineMs: number): Promise<void> {
    running = false;
    cancelTimer();
    if (!ending.signal.aborted) await inTime(Promise.all(flights), deadlineMs);
    // What was answered by now is written; what is still under way may or may not have arrived.
    outcomes.close();
    ending.abort();
    options.carrier.close();
  }

  async function inTime(work: Promise<unknown>, deadlineMs: number): Promise<void> {
    let cancel = () => {};
    const deadline = new Promise<void>((resolve) => {
      cancel = clock.after(deadlineMs, resolve);
    });
    await Promise.race([work, deadline]);
    cancel();
  }

  return { start, wake, stop };
}

function isWay(error: unknown): boolean {
  return error instanceof CarryError && error.reason === "no-way";
}
