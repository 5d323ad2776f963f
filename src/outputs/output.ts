/** Something that carries committed entries out of the house. It reads only what was committed. */
export interface Output {
  readonly name: string;
  /** Begins delivering whatever is due, also from before a restart. Rejects when it cannot ever work. */
  start(): Promise<void>;
  /** Called after every commit; must return at once. */
  wake(): void;
  /** Stops within the deadline, finishing what is in flight where it can. */
  stop(deadlineMs: number): Promise<void>;
}
