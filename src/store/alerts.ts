/** The life of alerts as the store knows it: for the pipeline, and for people who ask what became of an alert. */
import type { AlertMemory, AlertStateKind, AlertWrites, KeptAlertState } from "../model/alerts.ts";
import { guardedReads } from "./sqlite-error.ts";
import type { PlacedEpisode } from "./tables/alert-states.ts";
import type { NoticesTable } from "./tables/notices.ts";
import type { Tables } from "./tables/tables.ts";

export interface StoredAlerts
  extends AlertMemory,
    Pick<NoticesTable, "ofAlert" | "ofEpisode" | "reasons" | "waitingReasons"> {
  /** Open episodes, the one that changed last first. */
  episodes(limit: number): readonly KeptAlertState<"episode">[];
  /** Numbers of the first alerts of open episodes, in the order of writing, after a place; what is damaged is found by `state`. */
  episodeSeqs(place: number, limit: number): readonly PlacedEpisode[];
}

type KeptSilences = readonly KeptAlertState<"silence">[];

/** The silences as they were committed: they are asked for at every alert. Undefined: to be read again. */
export interface CachedSilences {
  silences?: KeptSilences | undefined;
}

/** @param cached where silences are kept in memory; left out: they are read each time */
export function alertsOf(
  path: string,
  { alertStates, notices }: Pick<Tables, "alertStates" | "notices">,
  cached?: CachedSilences,
): StoredAlerts {
  const silences = (): KeptSilences => {
    const known = cached?.silences ?? alertStates.all("silence");
    if (cached !== undefined) cached.silences = known;
    return known;
  };
  return guardedReads<StoredAlerts>(path, {
    state: alertStates.one,
    states: <Kind extends AlertStateKind>(kind: Kind) =>
      kind === "silence" ? (silences() as readonly KeptAlertState<Kind>[]) : alertStates.all(kind),
    oldest: alertStates.oldest,
    due: alertStates.due,
    nextDue: alertStates.nextDue,
    waiting: notices.waiting,
    waitingGroups: notices.waitingGroups,
    ofAlert: notices.ofAlert,
    ofEpisode: notices.ofEpisode,
    reasons: notices.reasons,
    waitingReasons: notices.waitingReasons,
    episodeSeqs: alertStates.episodeSeqs,
    episodes: (limit) => alertStates.latest("episode", limit),
    count: alertStates.count,
  });
}

/** @param at when they are written, ms since 1970 */
export function writeAlerts(
  { alertStates, notices }: Pick<Tables, "alertStates" | "notices">,
  writes: AlertWrites,
  at: number,
): void {
  alertStates.write(writes.states, at);
  notices.put(writes.notices);
  for (const end of writes.ends) notices.end(end);
}
