/** One gate a service, so that all who ask it keep to its limits together. */
import type { Config } from "../config/config.ts";
import { type Clock, systemClock } from "../lib/clock.ts";
import { createGate, type Gate, type GateMemory } from "../lib/http/gate.ts";
import { createGateByPath } from "../lib/http/gate-by-path.ts";
import type { WindowLimit } from "../lib/http/window.ts";
import { StoreError } from "../model/store-error.ts";
import { isSimulated, type UpstreamName } from "./simulated.ts";

type Gates = Readonly<Record<UpstreamName, Gate | undefined>>;

interface Meta {
  get(key: string): string | undefined;
  set(key: string, value: string): void;
}

/** Requests a minute. */
const plans = { free: 5, light: 60, standard: 120, premium: 500 } as const;

/** Of a plan's requests, how many the monitor's polls may make at once; the rest is spread over the minute. */
const burstShare = 0.25;

/** A little over a minute: the service's clock is not ours. */
const minuteMs = 60_050;

/** Two calls have a limit of their own on every plan. */
const finsLimit = { requests: 60, windowMs: minuteMs };

/**
 * The market's plan and the calm that the statistics ask for. A simulated service has no gate: its business day
 * lasts a minute, and nobody else asks it.
 *
 * @param meta where pauses outlive the process, for the monitor, whose polls go on for ever and are spread. Without
 * it they end with the process, and a command takes what the plan has as soon as it can.
 */
export function createGates(
  config: Pick<Config, "upstreams">,
  meta?: Meta,
  clock: Clock = systemClock,
): Gates {
  const { upstreams } = config;
  const gate = (service: UpstreamName, limit?: WindowLimit, name: string = service) => {
    if (isSimulated(config, service)) return undefined;
    const memory = meta && gateMemory(meta, name);
    return createGate({ service, clock, ...(limit && { limit }), ...(memory && { memory }) });
  };
  const requests = plans[upstreams.market.tier];
  const burst = meta ? Math.ceil(requests * burstShare) : requests;
  const market = gate("market", { requests, windowMs: minuteMs, burst });
  const summary = gate("market", finsLimit, "market.fins-summary");
  const details = gate("market", finsLimit, "market.fins-details");
  const own = { ...(summary && { "/fins/summary": summary }), ...(details && { "/fins/details": details }) };
  return {
    market: market && createGateByPath(market, own),
    forum: gate("forum"),
    statistics: gate("statistics", { requests: 1, windowMs: upstreams.statistics.spacing }),
  };
}

function gateMemory(meta: Meta, name: string): GateMemory {
  const key = `gate.${name}`;
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
