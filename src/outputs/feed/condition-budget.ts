/** What the conditions of one subscriber may cost: a burst of time, and then a share of the time that passes. */
export interface BudgetLimits {
  readonly conditionBurstMs: number;
  readonly conditionShare: number;
  /** What all conditions of a subscriber together may take for one entry on average, where its burst is used up. */
  readonly conditionMsPerEntry: number;
}

/** How much of the burst is there again before a subscriber that used it up goes on. */
const refillShare = 0.05;

export class ConditionBudget {
  readonly #limits: BudgetLimits;
  readonly #elapsed: () => number;
  #leftMs: number;
  #at: number;
  #spentMs = 0;
  #entries = 0;

  /** @param elapsed the time that passes, ms */
  constructor(limits: BudgetLimits, elapsed: () => number) {
    this.#limits = limits;
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

  /** How long the subscriber has to wait; 0: it may go on. */
  waitMs(): number {
    const { conditionBurstMs, conditionShare } = this.#limits;
    const now = this.#elapsed();
    this.#leftMs = Math.min(conditionBurstMs, this.#leftMs + (now - this.#at) * conditionShare);
    this.#at = now;
    if (this.#leftMs === conditionBurstMs) this.#spentMs = this.#entries = 0;
    if (this.#leftMs > 0) return 0;
    return Math.ceil((conditionBurstMs * refillShare - this.#leftMs) / conditionShare);
  }

  /** Whether the burst is used up by conditions that are too costly, and not by a long way through the log. */
  get isExceeded(): boolean {
    const { conditionMsPerEntry } = this.#limits;
    return this.#leftMs <= 0 && this.#spentMs > this.#entries * conditionMsPerEntry;
  }
}
