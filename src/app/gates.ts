/** One gate a service, so that all who ask it keep to its limits together. */
import type { Config } from "../config/config.ts";
import { systemClock } from "../lib/clock.ts";
import { createGate, type Gate, type GateMemory } from "../lib/http/gate.ts";
import { StoreError } from "../model/store-error.ts";
import { isSimulated, type UpstreamName } from "./simulated.ts";

type Gates = Readonly<Record<UpstreamName, Gate | undefined>>;

interface Meta {
  get(key: string): string | undefined;
  set(key: string, value: string): void;
}

/** Requests a minute. */
const plans = { free: 5, light: 60, standard: 120, premium: 500 } as const;

/** A little over a minute: the service's clock is not ours. */
const minuteMs = 60_050;

/**
 * The market's plan and the calm that the statistics ask for. A simulated service has no gate: its business day
 * lasts a minute, and nobody else asks it.
 *
 * @param meta where pauses outlive the process; without it they end with it
 */
export function createGates(config: Pick<Config, "upstreams">, meta?: Meta): Gates {
  const { market, statistics } = config.upstreams;
  const gate = (service: UpstreamName, limit?: { requests: number; windowMs: number }) => {
    if (isSimulated(config, service)) return undefined;
    const memory = meta && gateMemory(meta, service);
    return createGate({ service, clock: systemClock, ...(limit && { limit }), ...(memory && { memory }) });
  };
  return {
    market: gate("market", { requests: plans[market.tier], windowMs: minuteMs }),
    forum: gate("forum"),
    statistics: gate("statistics", { requests: 1, windowMs: statistics.spacing }),
  };
}

function gateMemory(meta: Meta, service: UpstreamName): GateMemory {
  const key = `gate.${service}`;
  return {
    load: () => meta.get(key),
    save(text) {
      try {
        meta.set(key, text);
      } catch (error) {
        // The disk is full: every poll says so, and this process remembers without it.
        if (!(error instanceof StoreError)) throw error;
      }
    },
  };
}
