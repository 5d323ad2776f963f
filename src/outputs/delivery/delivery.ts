/**
 * The delivery of what an output has in the outbox. The outbox alone says what is left to do: a restart goes on where the
 * last process stopped, and sends again what may or may not have arrived.
 */
import type { Clock } from "../../lib/clock.ts";
import { createRepeats, type Repeats } from "../../lib/log.ts";
import type { MailDraft, Outbox } from "../../model/mail.ts";
import { StoreError } from "../../model/store-faults.ts";
import type { Output } from "../output.ts";
import {
  type AttemptOptions,
  attempt,
  createPostponements,
  messageOf,
  notSent,
  Outcomes,
  type OutcomesOptions,
  REWRITE_MS,
  sent,
} from "./outcomes.ts";
import { SendError } from "./transport.ts";
import { type Turn, type TurnPlace, TurnPlaces, type TurnPlacesOptions, Turns } from "./turns.ts";

interface DeliveryOptions
  extends Omit<AttemptOptions, "postponements">,
    OutcomesOptions,
    Pick<TurnPlacesOptions, "slots" | "shareMs"> {
  readonly compose: (draft: MailDraft) => Promise<Buffer>;
}

/** What an output that sends is given from outside. */
export interface SendingParts extends OutcomesOptions {
  /** Number of addresses to which it sends at once, besides those that take longer than a share; default 8. */
  readonly slots?: number;
  /** Share of time in which an address has one of these places; default five seconds. */
  readonly shareMs?: number;
  /** Longest time of one attempt in all; each output has a default of its own. */
  readonly attemptMaxMs?: number;
}

/**
 * An output that sends by a transport what it has in the outbox.
 * @param begun called once the transport is open
 */
export function createSender(
  name: string,
  { slots = 8, shareMs = 5_000, ...options }: SendingParts & Omit<DeliveryOptions, "slots" | "shareMs">,
  begun: () => void,
): Output {
  const delivery = new Delivery({ ...options, slots, shareMs });
  return {
    name,
    async start() {
      await options.transport.open();
      begun();
      delivery.start();
    },
    wake: () => delivery.wake(),
    stop: (deadlineMs) => delivery.stop(deadlineMs),
  };
}

/** Timers much longer than this overflow; waking up early does no harm. */
const TIMER_MAX_MS = 3_600_000;

class Delivery {
  readonly #options: DeliveryOptions & AttemptOptions;
  readonly #unread: Repeats;
  readonly #outbox: Outbox;
  readonly #clock: Clock;
  readonly #places: TurnPlaces;
  readonly #turns: Turns;
  readonly #outcomes: Outcomes;
  readonly #ending = new AbortController();
  /** Addresses whose mails wait for a place, are in flight, or have outcomes that are not on record. */
  readonly #busy = new Set<string>();
  readonly #flights = new Set<Promise<void>>();
  #ready: Turn[] = [];
  #isRunning = false;
  #isWoken = false;
  #isTaking = false;
  /** A wake that came while turns were being taken. */
  #isAsked = false;
  #cancelTimer = () => {};

  constructor(options: DeliveryOptions) {
    this.#options = { ...options, postponements: createPostponements(options.log, options.clock) };
    this.#unread = createRepeats(
      options.log,
      {
        level: "error",
        begins: "the outbox cannot be read or written",
        ends: "the outbox can be read and written again",
      },
      options.clock,
    );
    this.#outbox = options.outbox;
    this.#clock = options.clock;
    this.#places = new TurnPlaces({ ...options, onRoom: () => this.wake() });
    this.#turns = new Turns({ ...options, places: this.#places, most: 2 * options.slots });
    this.#outcomes = new Outcomes(options);
  }

  start(): void {
    this.#isRunning = true;
    this.wake();
  }

  wake(): void {
    if (this.#isWoken || !this.#isRunning) return;
    this.#isWoken = true;
    setImmediate(() => {
      this.#isWoken = false;
      this.#begin();
      void this.#take();
    });
  }

  /** Finishes what is in flight where the deadline allows. */
  async stop(deadlineMs: number): Promise<void> {
    this.#isRunning = false;
    this.#cancelTimer();
    if (!this.#ending.signal.aborted) await this.#inTime(Promise.all(this.#flights), deadlineMs);
    // Answers that came by now are written; a mail still in flight may or may not have arrived.
    this.#outcomes.close();
    this.#ending.abort();
    this.#options.transport.close();
  }

  /** Gives places to turns that are ready. */
  #begin(): void {
    if (!this.#isRunning) return;
    for (const turn of this.#ready.filter((one) => this.#places.hasRoom(one))) {
      if (!this.#places.hasRoom(turn)) continue;
      this.#ready = this.#ready.filter((other) => other !== turn);
      const flight = this.#fly(turn).finally(() => void this.#flights.delete(flight));
      this.#flights.add(flight);
    }
  }

  /** Takes turns from the outbox while others are in flight, so that a place is never empty for want of one. */
  async #take(): Promise<void> {
    if (this.#isTaking) this.#isAsked = true;
    if (!this.#isRunning || this.#isTaking) return;
    this.#isTaking = true;
    this.#isAsked = false;
    this.#cancelTimer();
    let next: number | undefined;
    try {
      const found = await this.#turns.next(this.#ready, [...this.#busy]);
      // What it was stopped with may be closed by now.
      if (!this.#isRunning) return;
      if (found.length > 0) this.#outbox.confirm?.();
      next = this.#outbox.nextDue(this.#clock.now());
      for (const { address } of found) this.#busy.add(address);
      this.#ready.push(...found);
      if (found.length > 0 || this.#isAsked) this.wake();
      this.#unread.ended("", {});
    } catch (error) {
      if (!this.#isRunning) return;
      this.#unread.failed("", messageOf(error), { error: messageOf(error) });
      next = this.#clock.now() + REWRITE_MS;
    }
    this.#isTaking = false;
    if (next === undefined || !this.#isRunning) return;
    const waitMs = Math.min(next - this.#clock.now(), TIMER_MAX_MS);
    this.#cancelTimer = this.#clock.after(waitMs, () => this.wake());
  }

  /** Sends the mails of a turn, and ends once their outcomes are on record. */
  async #fly(turn: Turn): Promise<void> {
    const place = this.#places.take(turn);
    await this.#sendAll(turn, place);
    place.leave();
    this.wake();
    // With nothing else in flight there is nothing to gather.
    if (this.#flights.size <= 1) this.#outcomes.flush();
    // The address stays busy until the outcomes are on record, or the mails would go out again and again.
    await this.#outcomes.written();
    this.#busy.delete(turn.address);
    this.wake();
  }

  async #sendAll({ mails }: Turn, place: TurnPlace): Promise<void> {
    const options = this.#options;
    for (const [index, mail] of mails.entries()) {
      if (index > 0 && (!this.#isRunning || place.isOver())) return;
      if (!this.#maySend()) return;
      const began = this.#clock.elapsed();
      let failure: { error: unknown } | undefined;
      let answer = "";
      try {
        answer = await attempt(mail, options, this.#ending.signal);
      } catch (error) {
        failure = { error };
      }
      if (this.#ending.signal.aborted) return;
      const tookMs = this.#clock.elapsed() - began;
      options.attempts?.took(tookMs);
      const isSlow = place.took(tookMs);
      if (failure === undefined) this.#outcomes.add(sent(mail, answer, options));
      // Where nobody was let in at all, or is to come for a while, one attempt speaks for every mail of the turn.
      else if (isAboutAll(failure.error)) {
        for (const one of mails.slice(index)) this.#outcomes.add(notSent(one, failure.error, options));
        return;
      } else this.#outcomes.add(notSent(mail, failure.error, options));
      if (failure !== undefined && isSlow) return;
    }
  }

  /** A turn takes a while; where it may not, the next look at the outbox says so. */
  #maySend(): boolean {
    try {
      this.#outbox.confirm?.();
      return true;
    } catch (error) {
      if (error instanceof StoreError) return false;
      throw error;
    }
  }

  async #inTime(work: Promise<unknown>, deadlineMs: number): Promise<void> {
    let cancel = () => {};
    const deadline = new Promise<void>((resolve) => {
      cancel = this.#clock.after(deadlineMs, resolve);
    });
    await Promise.race([work, deadline]);
    cancel();
  }
}

function isAboutAll(error: unknown): boolean {
  return error instanceof SendError && (error.reason === "no-way" || error.retryAfterMs !== undefined);
}
