/** One step of the life of alerts while it is made: what it has decided so far. */
import { dayMs, hourMs } from "../../lib/clock.ts";
import type { Episode, Group, Notice, NoticesEnd, ReceiverCount } from "../../model/alerts.ts";
import { endOf } from "../../model/duration.ts";
import type { LogEntry } from "../../model/event.ts";
import type { Notification } from "../../model/notification.ts";
import type { RouteTerms } from "../policy.ts";
import { episodeKey, gravityOf } from "./alert-facts.ts";
import type { AlertsAround, Book } from "./book.ts";

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
  readonly house: AlertsAround;
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
  const isKept = due !== undefined && (next.length > 0 || goesOn({ kind }));
  book.put({ kind: "group", key, body: isKept ? group : undefined, due: isKept ? due : undefined });
}

/** Whether a group is there for further messages after one. */
export function goesOn({ kind }: Pick<Group, "kind">): boolean {
  return kind === "route" || kind === "gathered";
}

/** So long a group that goes on is kept after its last message: the next one goes on its thread. */
export const keptMs = dayMs;

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

/** When the next message may go to a receiver; undefined: now. Critical alerts are never held. */
export function cappedUntil(
  receiver: string,
  gravity: number,
  { book, house, at }: Pick<Making, "book" | "house" | "at">,
): number | undefined {
  const { hour, day } = house.policy.terms(receiver).cap;
  if (gravity === 0 || (hour === undefined && day === undefined)) return undefined;
  const { sentAt } = countOf(receiver, { book });
  const times = [freeAt(sentAt, hour, hourMs), freeAt(sentAt, day, dayMs)].filter((time) => time > at);
  return times.length === 0 ? undefined : Math.max(...times);
}

/** When fewer than `most` of the messages are within the time before; -Infinity without a limit. */
function freeAt(sentAt: readonly number[], most: number | undefined, withinMs: number): number {
  if (most === undefined) return Number.NEGATIVE_INFINITY;
  const last = sentAt.at(-most);
  return last === undefined ? Number.NEGATIVE_INFINITY : last + withinMs;
}

function countOf(receiver: string, { book }: Pick<Making, "book">): ReceiverCount {
  return book.get("receiver", receiver) ?? { sentAt: [], held: 0 };
}

/** Takes note of a message; it has told what was held before it. */
export function countSent(receiver: string, { book, house, at }: Making): void {
  const { hour, day } = house.policy.terms(receiver).cap;
  if (hour === undefined && day === undefined) return;
  const { sentAt } = countOf(receiver, { book });
  const recent = [...sentAt.filter((time) => time > at - dayMs), at];
  book.put({ kind: "receiver", key: receiver, body: { sentAt: recent, held: 0 } });
}

/** Takes note of a message that a cap held. */
export function countHeld(receiver: string, { book, at }: Making): void {
  const count = countOf(receiver, { book });
  const body = { ...count, held: count.held + 1, heldSince: count.heldSince ?? at };
  book.put({ kind: "receiver", key: receiver, body });
}
