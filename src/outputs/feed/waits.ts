/** Requests that wait, each until its time or until all waits are ended: only so many of one owner, and of all. */
import type { Clock } from "../../lib/clock.ts";

export interface WaitLimits {
  readonly heldPerAddress: number;
  readonly heldInAll: number;
}

export class Waits {
  readonly #limits: WaitLimits;
  readonly #clock: Clock;
  readonly #held = new Map<() => void, string>();
  #stopped = false;

  constructor(limits: WaitLimits, clock: Clock) {
    this.#limits = limits;
    this.#clock = clock;
  }

  /** False: there is no room to wait, or the waits were ended. */
  wait(owner: string, ms: number): Promise<boolean> {
    const ofOwner = [...this.#held.values()].filter((one) => one === owner).length;
    const { heldPerAddress, heldInAll } = this.#limits;
    if (this.#stopped || ofOwner >= heldPerAddress || this.#held.size >= heldInAll)
      return Promise.resolve(false);
    return new Promise((resolve) => {
      const end = (isOver: boolean) => {
        this.#held.delete(giveUp);
        cancel();
        resolve(isOver);
      };
      const giveUp = () => end(false);
      const cancel = this.#clock.after(Math.ceil(ms), () => end(true));
      this.#held.set(giveUp, owner);
    });
  }

  stop(): void {
    this.#stopped = true;
    for (const giveUp of [...this.#held.keys()]) giveUp();
  }
}
