/** The seeding of a monitor's rules, put together from its parts. */
import type { Log } from "../../lib/log.ts";
import type { ActiveRules } from "../files/active-rules.ts";
import type { StartFiles } from "../files/start-files.ts";
import type { Ground } from "../ground.ts";
import { standingAnswers } from "../standing.ts";
import { createSeeding, type Seeding } from "./seed.ts";
import { openSeedPast } from "./seed-past.ts";

interface Parts {
  readonly ground: Pick<Ground, "store" | "steady" | "world">;
  readonly active: ActiveRules;
  readonly log: Log;
}

export function seedingAtStart(
  { config, active: started }: Pick<StartFiles, "config" | "active">,
  { ground: { store, steady, world }, active, log }: Parts,
): Seeding {
  const { seed: length } = config.history;
  return createSeeding(length !== undefined, {
    ...{ store, log, rules: started.rules, active: active.current, answers: standingAnswers(config) },
    // A simulated world may be behind the clock or, left by an older version, ahead of it.
    now: () => Math.max(steady.now(), Number(world?.now() ?? 0)),
    async openPast(work) {
      if (length === undefined) return undefined;
      return openSeedPast({ config, length, watchlists: active.watchlists, log }, work);
    },
  });
}
