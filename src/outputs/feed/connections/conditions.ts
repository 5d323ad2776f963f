/**
 * The conditions that subscriptions hold, each compiled once for all who ask the same; and what they may take: of memory
 * and of time there is only so much.
 */
import { hash } from "node:crypto";
import type { Clock } from "../../../lib/clock.ts";
import type { FrameError } from "../frames/client-frames.ts";
import { limits } from "../limits.ts";
import type { Condition, OutgoingEntry } from "./entries.ts";

/** Compiles a condition for events of these types (full names). Must not throw. */
export type CompileFilter = (
  where: string,
  types: string[],
) => ({ ok: true } & Condition) | { ok: false; message: string };

type Refusal = Pick<FrameError, "code" | "message">;

export type TakenCondition =
  /** `release` is to be called once the subscription is over, and may be called again. */
  | { readonly ok: true; readonly condition: Condition; release(): void }
  | { readonly ok: false; readonly error: Refusal };

/** Takes a condition for a subscription of one connection. */
export type TakeCondition = (where: string, types: string[]) => TakenCondition;

interface Held {
  readonly condition: Condition;
  readonly chars: number;
  holders: number;
}

/** Characters as which all counts that a condition has besides its text. */
const ownChars = 100;

export class Conditions {
  readonly #compile: CompileFilter;
  readonly #held = new Map<string, Held>();
  #chars = 0;

  constructor(compile: CompileFilter) {
    this.#compile = compile;
  }

  /** What one connection takes its conditions with. */
  forConnection(): TakeCondition {
    let own = 0;
    return (where, types) => {
      const chars = where.length + ownChars;
      if (own + chars > limits.conditionChars)
        return refusal("this connection's conditions", limits.conditionChars);
      const taken = this.#take(where, types, chars);
      if (!taken.ok) return taken;
      own += chars;
      let isOver = false;
      const release = () => {
        if (isOver) return;
        isOver = true;
        own -= chars;
        taken.release();
      };
      return { ...taken, release };
    };
  }

  #take(where: string, types: string[], chars: number): TakenCondition {
    // Shorter than what it is of, which need not be kept.
    const key = hash("sha256", JSON.stringify([where, types]), "base64url");
    const known = this.#held.get(key);
    if (known === undefined && this.#chars + chars > limits.allConditionChars)
      return refusal("the conditions of all subscribers", limits.allConditionChars);
    const held = known ?? this.#make(where, types, chars);
    if ("error" in held) return { ok: false, ...held };
    if (known === undefined) {
      this.#held.set(key, held);
      this.#chars += chars;
    }
    held.holders += 1;
    return { ok: true, condition: held.condition, release: () => this.#release(key, held) };
  }

  #make(where: string, types: string[], chars: number): Held | { readonly error: Refusal } {
    const compiled = this.#compile(where, types);
    if (!compiled.ok) return { error: { code: "invalid-where", message: compiled.message } };
    return { condition: compiled, chars, holders: 0 };
  }

  #release(key: string, held: Held): void {
    held.holders -= 1;
    if (held.holders > 0) return;
    this.#held.delete(key);
    this.#chars -= held.chars;
  }
}

function refusal(whose: string, most: number): TakenCondition {
  const message = `${whose} may have ${most.toLocaleString("en")} characters together, and ${ownChars} count for each besides`;
  return { ok: false, error: { code: "too-many-conditions", message } };
}

// The time that the conditions of one subscriber take, and may take.

export interface ConditionTimeEvents {
  /** Conditions took so long, of all that others have as well. */
  spent(ms: number): void;
  /** The wait is over. */
  goOn(): void;
  /** The budget is used up by conditions that are too costly. */
  exceeded(): void;
}

/** Measures the time that the conditions take, and makes their subscriber wait where its budget is used up. */
export class ConditionTime {
  readonly #clock: Clock;
  readonly #budget: ConditionBudget;
  readonly #events: ConditionTimeEvents;
  #cancelWait: (() => void) | undefined;

  constructor(clock: Clock, events: ConditionTimeEvents) {
    this.#clock = clock;
    this.#budget = new ConditionBudget(clock.elapsed);
    this.#events = events;
  }

  /** Whether there is anything left of the budget. */
  get isLeft(): boolean {
    return this.#budget.waitMs() === 0;
  }

  ask(entry: OutgoingEntry, condition: Condition): boolean {
    const known = entry.answer(condition);
    if (known !== undefined) return known;
    const begun = this.#clock.elapsed();
    const answer = entry.ask(condition);
    const ms = this.#clock.elapsed() - begun;
    this.#budget.asked(0, ms);
    this.#events.spent(ms);
    return answer;
  }

  /** All subscriptions were asked about so many entries. */
  looked(entries: number): void {
    this.#budget.asked(entries, 0);
  }

  /** Reads a long frame or compiles a condition. */
  prepare<T>(make: () => T): T {
    const begun = this.#clock.elapsed();
    const made = make();
    const ms = this.#clock.elapsed() - begun;
    this.#budget.prepared(ms);
    this.#events.spent(ms);
    return made;
  }

  /** Whether to go on at once; else `goOn` is called when conditions may be asked again, or `exceeded` was. */
  waitIfUsedUp(): boolean {
    const waitMs = this.#budget.waitMs();
    if (waitMs === 0) return true;
    if (this.#budget.isExceeded) this.#events.exceeded();
    else
      this.#cancelWait ??= this.#clock.after(waitMs, () => {
        this.#cancelWait = undefined;
        this.#events.goOn();
      });
    return false;
  }

  stop(): void {
    this.#cancelWait?.();
  }
}

/** The turns of one connection, one after the other. */
export class ConditionTurn {
  readonly #time: ConditionTime;
  #isFirst = true;
  /** Whether there is time left for another step. */
  hasTime: () => boolean = () => false;

  constructor(time: ConditionTime) {
    this.#time = time;
  }

  begin(hasTime: () => boolean): void {
    this.hasTime = hasTime;
    this.#isFirst = true;
  }

  /** Whether there is time left to ask a condition. */
  mayAsk(): boolean {
    // However short the turns are, each brings something about.
    const goesOn = this.#isFirst || this.hasTime();
    this.#isFirst = false;
    return goesOn && this.#time.isLeft;
  }

  ask(entry: OutgoingEntry, condition: Condition): boolean {
    return this.#time.ask(entry, condition);
  }

  /** All subscriptions were asked about so many entries, or need not be. */
  looked(entries: number): void {
    this.#time.looked(entries);
  }
}

/** Share of the burst that is there again before a subscriber that used it up goes on. */
const refillShare = 0.05;

/** Budget of one subscriber's conditions: a burst of time, and then a share of the time that passes. */
class ConditionBudget {
  readonly #elapsed: () => number;
  #leftMs: number;
  #at: number;
  #spentMs = 0;
  #entries = 0;

  /** @param elapsed the time that passes, ms */
  constructor(elapsed: () => number) {
    this.#elapsed = elapsed;
    this.#leftMs = limits.conditionBurstMs;
    this.#at = elapsed();
  }

  /** The conditions of some entries took so long. */
  asked(entries: number, ms: number): void {
    this.#leftMs -= ms;
    this.#spentMs += ms;
    this.#entries += entries;
  }

  /** Frames were read or conditions compiled, which took so long. */
  prepared(ms: number): void {
    this.#leftMs -= ms;
  }

  /** Time that the subscriber has to wait, ms; 0: it may go on. */
  waitMs(): number {
    const { conditionBurstMs, conditionShare } = limits;
    const now = this.#elapsed();
    this.#leftMs = Math.min(conditionBurstMs, this.#leftMs + (now - this.#at) * conditionShare);
    this.#at = now;
    if (this.#leftMs === conditionBurstMs) this.#spentMs = this.#entries = 0;
    if (this.#leftMs > 0) return 0;
    return Math.ceil((conditionBurstMs * refillShare - this.#leftMs) / conditionShare);
  }

  /** Whether the burst is used up by conditions that are too costly, and not by a long way through the log. */
  get isExceeded(): boolean {
    const { conditionMsPerEntry } = limits;
    return this.#leftMs <= 0 && this.#spentMs > this.#entries * conditionMsPerEntry;
  }
}
