/** Takes the state of each source to be that of its service, and keeps what the simulator plays apart from what is real. */
import { resolvedDraft } from "../alerts/life/alert-facts.ts";
import type { Config } from "../config/config.ts";
import { eventService, isSimulated, originOf, serviceOf, simulated } from "../config/services.ts";
import { keptKey } from "../files/active-standing.ts";
import { worldKey } from "../history/simulated-world.ts";
import type { Log } from "../lib/log.ts";
import { Refused } from "../lib/problem.ts";
import { entryReader } from "../model/event.ts";
import type { Change } from "../pipeline/change.ts";
import type { Played } from "../pipeline/judging/simulated.ts";
import type { UpstreamName } from "../sources/index.ts";
import type { StateOrigin } from "../store/origins.ts";
import type { Store } from "../store/store.ts";

export interface TakenOrigins {
  /** States that were set aside: their services are others now. */
  readonly left: readonly StateOrigin[];
  readonly played: Played;
}

/**
 * Throws Refused where the simulator would play a service of which the database has real data, and nobody asked for
 * that.
 */
export function takeOrigins(
  config: Config,
  store: Pick<Store, "origins" | "meta">,
  { mayPlay, isFollowing = false }: { readonly mayPlay: boolean; readonly isFollowing?: boolean },
): TakenOrigins {
  const before = realServices(config, store);
  if (!mayPlay) refusePlaying(config, before);
  const names = [...Object.keys(config.sources), ...config.recordSources.map(({ name }) => name)];
  const origins = new Map<string, string>();
  for (const name of names) {
    const service = serviceOf(name, config);
    if (service) origins.set(name, originOf(config, service));
  }
  // A database of nothing real becomes a real one: what rules know is made up.
  const forgetsRules = before.size === 0;
  const left = isFollowing ? [] : store.origins.take(origins, { forgetsRules, meta: { [keptKey]: "" } });
  const real = new Set([...before.keys()]);
  return {
    left,
    played: {
      isSimulated(draft) {
        const service = eventService(config, draft);
        return service !== undefined && isSimulated(config, service);
      },
      isBesideReal(event) {
        const service = eventService(config, event);
        return service !== undefined && real.has(service);
      },
    },
  };
}

/** Services with real data in the database, each with where it comes from. */
function realServices(
  config: Config,
  { origins, meta }: Pick<Store, "origins" | "meta">,
): ReadonlyMap<UpstreamName, string> {
  const wasPlayed = meta.get(worldKey) !== undefined;
  const real = new Map<UpstreamName, string>();
  for (const { source, origin } of origins.all()) {
    const service = serviceOf(source, config);
    // Where an older version noted none, the settings say it, unless no simulator ever ran.
    const known = origin ?? (wasPlayed ? undefined : "");
    if (service && known !== undefined && known !== simulated) real.set(service, known || "a real service");
  }
  return real;
}

function refusePlaying(config: Config, real: ReadonlyMap<UpstreamName, string>): void {
  for (const [service, from] of real) {
    if (!isSimulated(config, service)) continue;
    throw new Refused(
      `the database has data of ${service} from ${from}, and the settings let the simulator play ${service}; set upstreams.${service}.url, or play beside that data with --simulated`,
    );
  }
}

/** Whoever changed the settings has ended them. */
const byRun = { by: "yagura run", because: "its service was simulated, and is a real one now" };

/** Most ends that one commit tells. */
const mostEnds = 500;

/** Ends the alerts about what was played, once their services are real. */
export function* endsOfPlayed(
  { left, played }: TakenOrigins,
  store: Pick<Store, "alerts" | "log">,
  log: Pick<Log, "info">,
): Generator<Change> {
  if (left.length > 0) log.info({ left }, "states of sources were set aside: their services are others now");
  if (!left.some(({ origin }) => origin === simulated)) return;
  const entryAt = entryReader([], store.log);
  const isOver = (seq: number) => {
    const event = entryAt(seq)?.event;
    return event?.simulated === true && !played.isSimulated(event) && !played.isBesideReal(event);
  };
  const over = store.alerts.states("episode").filter(({ body }) => isOver(body.lastSeq));
  for (let at = 0; at < over.length; at += mostEnds)
    yield {
      drafts: over.slice(at, at + mostEnds).map(({ body }) => resolvedDraft(body, "hand", entryAt, byRun)),
      batch: {},
    };
}
