import type { Config } from "../config/config.ts";
import type { Clock } from "../lib/clock.ts";
import { jstDay } from "../model/dates.ts";
import type { Simulator } from "../simulator/index.ts";
import { isSimulated, type UpstreamName } from "./simulated.ts";

/** The day (YYYY-MM-DD in Japan) that a service takes for today: a simulated one has its own. */
export function todayOf(
  upstream: UpstreamName,
  config: Config,
  simulator: Simulator | undefined,
  clock: Clock,
): string {
  return jstDay(simulator && isSimulated(config, upstream) ? simulator.now() : clock.now());
}
