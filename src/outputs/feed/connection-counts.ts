/** How many connections there are, in all and by address, against their limits. */
export interface ConnectionLimits {
  readonly maxConnections: number;
  readonly maxConnectionsPerAddress: number;
}

export class ConnectionCounts {
  readonly #limits: ConnectionLimits;
  readonly #byAddress = new Map<string, number>();
  #total = 0;

  constructor(limits: ConnectionLimits) {
    this.#limits = limits;
  }

  /** Takes a place; undefined when none is free. The answer gives it back, once. */
  take(address: string): (() => void) | undefined {
    const from = this.#byAddress.get(address) ?? 0;
    const { maxConnections, maxConnectionsPerAddress } = this.#limits;
    if (this.#total >= maxConnections || from >= maxConnectionsPerAddress) return undefined;
    this.#total += 1;
    this.#byAddress.set(address, from + 1);
    return () => this.#giveBack(address);
  }

  #giveBack(address: string): void {
    const left = (this.#byAddress.get(address) ?? 1) - 1;
    this.#total -= 1;
    if (left > 0) this.#byAddress.set(address, left);
    else this.#byAddress.delete(address);
  }
}
