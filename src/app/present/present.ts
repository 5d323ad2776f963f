/** What stands now, for outputs that show it. */
import type { EventTypes } from "../../model/event-types.ts";
import type { StandingAnswers } from "../../model/standing.ts";
import { DamagedState, StoreError } from "../../model/store-faults.ts";
import type { Present } from "../../outputs/present.ts";
import type { Store } from "../../store/store.ts";
import { type AlertsNowParts, createAlertsNow } from "./alerts-now.ts";
import { itemsNow } from "./items-now.ts";

interface PresentParts extends AlertsNowParts {
  readonly store: Pick<Store, "alerts" | "log" | "state" | "walk">;
  /** Names of the sources that are watched. */
  readonly sources: readonly string[];
  readonly types: EventTypes;
  answers(source: string): StandingAnswers | undefined;
}

export function createPresent({ store, sources, types, answers, ...parts }: PresentParts): Present {
  const alertsNow = createAlertsNow({ ...parts, store });
  const typesOf = (name: string) =>
    [...types.known].filter(([, facts]) => facts.sources?.includes(name)).map(([type]) => type);
  const known = sources.map((name) => ({ name, types: typesOf(name) }));
  return {
    alerts: () => asFarAsReadable(alertsNow()),
    sources: () => known,
    items(source) {
      const own = answers(source);
      return asFarAsReadable(own === undefined ? [] : itemsNow(source, own, store));
    },
  };
}

/** Ends at what is damaged or cannot be read: whoever finds it next tells it. */
function* asFarAsReadable<One>(parts: Iterable<readonly One[]>): Generator<readonly One[], boolean> {
  try {
    yield* parts;
    return true;
  } catch (error) {
    if (!(error instanceof DamagedState) && !(error instanceof StoreError)) throw error;
    return false;
  }
}
