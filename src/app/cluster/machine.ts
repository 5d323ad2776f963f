/** A machine of a cluster, as each of its parts has it. */
import type { EngineSettings, EpochEngine, Epochs } from "../../cluster/engine.ts";
import type { Clock } from "../../lib/clock.ts";
import type { Log } from "../../lib/log.ts";

export interface Machine {
  readonly settings: EngineSettings;
  readonly name: string;
  readonly epoch: string;
  readonly shared: EpochEngine;
  readonly epochs: Pick<Epochs, "newest">;
  /** The form of this program's database. */
  readonly format: number;
  readonly mayWrite: boolean;
  /** The clock of time that passes, which nobody sets. */
  readonly clock: Clock;
  readonly log: Log;
}
