/** The alerts that are open, with their states, as people are shown them. */
import type { AlertMemory, Episode } from "../../model/alerts.ts";
import { type LogReader, seqOfId } from "../../model/event.ts";
import type { Alert } from "../../model/news-items.ts";
import type { Worth } from "../../model/worth.ts";
import { episodeKey } from "../life/alert-facts.ts";
import type { Quieted } from "../policy.ts";
import { logEntryAt } from "./episodes.ts";

/**
 * `silenced`: a silence or a window quiets it, whoever knows of it; `acknowledged`: somebody does, and it is not
 * repeated.
 */
type OpenState = "firing" | "acknowledged" | "silenced";

/** An open alert; times are ISO. */
export interface OpenAlert {
  /** Id and number of its first alert. */
  readonly id: string;
  readonly seq: number;
  readonly state: OpenState;
  readonly since: string;
  /** When it last fired, and how often it did. */
  readonly last: string;
  readonly times: number;
  readonly rule: string;
  readonly key: string;
  readonly severity: Alert["severity"];
  readonly subject: string;
  /** Title of its latest alert; absent where the log does not keep that any more. */
  readonly title?: string;
  readonly acknowledged?: { readonly at: string; readonly by: string };
  /** The last answer about the worth of one of its alerts. */
  readonly rated?: {
    readonly alert: string;
    readonly worth: Worth;
    readonly by: string;
    readonly at: string;
  };
  readonly quieted?: Omit<Quieted, "until"> & { readonly until: string };
}

export interface OpenAlertParts {
  readonly log: Pick<LogReader, "read">;
  readonly memory: Pick<AlertMemory, "state">;
  /** The silence or window that quiets an alert now. */
  quieted(facts: Episode["facts"]): Quieted | undefined;
}

/** The open alerts of episodes, in their order. */
export function openAlerts(
  episodes: readonly { readonly body: Episode }[],
  { log, memory, quieted }: OpenAlertParts,
): OpenAlert[] {
  return episodes.map(({ body }) => {
    const { id, seq, since, lastAt, lastSeq, times, facts, acknowledged } = body;
    const { rule, key, severity, subject } = facts;
    const quiet = quieted(facts);
    const title = logEntryAt(lastSeq, log)?.event.data.now.title;
    const rated = memory.state("worth", episodeKey(facts));
    const isRated = rated !== undefined && rated.worth !== "taken-back" && seqOfId(rated.alert) >= seq;
    const known = acknowledged && { at: isoOf(acknowledged.at), by: acknowledged.by };
    return {
      ...{ id, seq, state: stateOf(quiet, known), since: isoOf(since), last: isoOf(lastAt), times },
      ...{ rule, key, severity, subject },
      ...(typeof title === "string" && { title }),
      ...(known && { acknowledged: known }),
      ...(isRated && { rated: { ...rated, at: isoOf(rated.at) } }),
      ...(quiet && { quieted: { ...quiet, until: isoOf(quiet.until) } }),
    };
  });
}

/** The state of an alert: what quiets it counts before who knows of it. */
export function stateOf(quiet: Quieted | undefined, known: object | undefined): OpenState {
  if (quiet !== undefined) return "silenced";
  return known === undefined ? "firing" : "acknowledged";
}

function isoOf(at: number): string {
  return new Date(at).toISOString();
}
