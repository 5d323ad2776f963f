/** The metrics of a monitor that is put together: those of its parts that are there from the start. Outputs and edits add theirs. */
import type { Config } from "../../config/config.ts";
import { systemClock } from "../../lib/clock.ts";
import { createPipelineMeasures, type PipelineMeasures } from "../../pipeline/measures/pipeline-measures.ts";
import type { ActiveRules } from "../files/active-rules.ts";
import { eventTypesOf } from "../files/event-types.ts";
import type { Closers, Ground, WatchedServices } from "../ground.ts";
import { upstreamNames } from "../services.ts";
import { createMetrics, type Metrics } from "./metrics.ts";
import { createDelayWatch, processMeasures } from "./process-measures.ts";
import { ruleMeasures } from "./rule-measures.ts";
import { sourceMeasures } from "./source-measures.ts";
import { storeMeasures } from "./store-measures.ts";

interface Parts {
  readonly ground: Pick<Ground, "store" | "simulated">;
  readonly watched: Pick<WatchedServices, "names" | "status">;
  readonly active: Pick<ActiveRules, "current">;
}

export interface MonitorMetrics {
  readonly metrics: Metrics;
  /** What the pipeline measures of itself, for whoever runs it. */
  readonly measured: PipelineMeasures;
}

/** Work takes real time, whatever clock the monitor lives by. */
export function createMonitorMetrics(
  config: Config,
  { ground, watched, active }: Parts,
  closers: Closers,
): MonitorMetrics {
  const { elapsed } = systemClock;
  const types = eventTypesOf(config).known.keys();
  const measured = createPipelineMeasures({ sources: watched.names, types, elapsed });
  const delay = createDelayWatch(elapsed);
  closers.add(delay.stop);
  const metrics = createMetrics();
  metrics.add(processMeasures(upstreamNames, ground.simulated, delay));
  metrics.add(sourceMeasures(watched.status));
  metrics.add(measured.measures);
  metrics.add(ruleMeasures(active.current, measured.alertsOf));
  metrics.add(storeMeasures(ground.store));
  return { metrics, measured };
}
