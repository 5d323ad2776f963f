/** One step of the life of alerts while it is made: what it has decided so far. */
import type { Episode, Group, Notice, NoticesEnd } from "../../model/alerts.ts";
import { endOf } from "../../model/duration.ts";
import type { LogEntry } from "../../model/event.ts";
import type { Notification } from "../../model/notification.ts";
import type { RouteTerms } from "../policy.ts";
import { episodeKey, gravityOf } from "./alert-facts.ts";
import type { Book } from "./book.ts";
import type { AlertsHouse } from "./house.ts";

/** An alert that a receiver is told in this step, or waits in a group. */
export interface Pending {
  readonly entry: LogEntry;
  readonly episode: Episode;
  readonly receiver: string;
  readonly route: RouteTerms;
  /** Key of its group. */
  readonly group: string;
  /** Why it waits; absent: it is told as soon as its group is. */
  readonly reason?: Notice["reason"] | undefined;
  readonly until?: number | undefined;
  readonly by?: string | undefined;
}

export interface Making {
  readonly at: number;
  readonly book: Book;
  readonly house: AlertsHouse;
  /** By the group in which they are told, in the order of the log. */
  readonly pendings: Map<string, Pending[]>;
  readonly notices: Notice[];
  readonly ends: NoticesEnd[];
  /** Messages, each with the key of the thread that it goes on. */
  readonly sent: { readonly notification: Notification; readonly thread: string | undefined }[];
}

export function putEpisode(episode: Episode, making: Making): void {
  const key = episodeKey(episode.facts);
  making.book.put({ kind: "episode", key, body: episode, due: overAt(episode, making) });
}

/** When an episode is over if nothing new comes, ms since 1970; undefined: only its rule's `until` ends it. */
function overAt({ facts, lastAt }: Episode, { house }: Making): number | undefined {
  const ending = house.endings.get(facts.rule);
  if (ending?.until && ending.after === undefined) return undefined;
  return endOf(lastAt, ending?.after ?? house.policy.resolveAfter, house.calendar);
}

export function putGroup(book: Book, key: string, group: Group): void {
  const { kind, tellAt, repeatAt, toldAt, everyMs = 0 } = group;
  if (kind === "inhibited" && tellAt === undefined) {
    book.put({ kind: "group", key, body: group });
    return;
  }
  const next = [tellAt, repeatAt].filter((time) => time !== undefined);
  const forgetAt = toldAt === undefined ? undefined : toldAt + Math.max(keptMs, everyMs);
  const due = next.length > 0 ? Math.min(...next) : forgetAt;
  const isKept = due !== undefined && (next.length > 0 || kind === "route");
  book.put({ kind: "group", key, body: isKept ? group : undefined, due: isKept ? due : undefined });
}

/** So long a group of a route is kept after its last message: the next one goes on its thread. */
export const keptMs = 86_400_000;

export function noticeOf(
  pending: Pending,
  at: number,
  more: Pick<Notice, "reason" | "state" | "message">,
): Notice {
  const { entry, episode, receiver, route, group, until, by } = pending;
  const { state } = more;
  return {
    ...{ alertSeq: entry.seq, episodeSeq: episode.seq, receiver, route: route.name, at, group },
    ...{ gravity: gravityOf(entry), ...more },
    ...(until !== undefined && { until }),
    ...(by !== undefined && { by }),
    ...(state === "told" && { toldAt: at }),
  };
}
