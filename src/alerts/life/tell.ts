/** One message to a receiver: its alerts with what they were told of before, and the threads that it goes on. */
import { createHash } from "node:crypto";
import { keyOf, type NoticeReason, type Thread } from "../../model/alerts.ts";
import type { LogEntry } from "../../model/event.ts";
import type { QueuedMail } from "../../model/mail.ts";
import {
  mostTold,
  type Notification,
  type NotificationKind,
  type ToldAlert,
} from "../../model/notification.ts";
import { alertIn, episodeKey } from "./alert-facts.ts";
import type { Book } from "./book.ts";
import { countSent, type Making, type Pending } from "./pending.ts";

export interface Telling {
  readonly entry: LogEntry;
  readonly reason: NoticeReason;
  /** Absent for what waited since an earlier step. */
  readonly pending: Pending | undefined;
}

interface Message {
  /** Key of the group. */
  readonly key: string;
  readonly receiver: string;
  readonly route: string;
  readonly kind: NotificationKind;
  /** In the order in which they are told. */
  readonly told: readonly Telling[];
  readonly all: number;
  /** What the alerts of a group share; without it the group has no thread of its own. */
  readonly about?: string;
  readonly digest?: string | undefined;
  /** Tells it from another message about the same alert, such as a repeat. */
  readonly mark?: string;
}

/** Gives the name of the message. */
export function tell(message: Message, making: Making): string {
  const { receiver, route, kind, told, all, about, digest } = message;
  const { house, at, book } = making;
  const name = nameOf(message);
  const threadAt = kind === "digest" || (kind === "group" && !about) ? undefined : threadKey(message);
  const thread = threadAt === undefined ? undefined : book.get("thread", threadAt);
  const notification: Notification = {
    ...{ kind, name, receiver, route, at, all, language: house.policy.terms(receiver).language },
    told: told.slice(0, mostTold(kind)).map((one) => toldAlert(one, receiver, making)),
    ...(thread && { thread: { first: thread.first, latest: thread.latest, subject: thread.subject } }),
    ...heldBefore(receiver, book),
    ...(about !== undefined && about !== "" && { about }),
    ...(digest !== undefined && { digest }),
  };
  making.sent.push({ notification, thread: threadAt });
  countSent(receiver, making);
  return name;
}

/** An alert alone has the name of its entry, over all receivers; a group the name of its last alert's place. */
function nameOf({ key, kind, told, mark = "" }: Message): string {
  const [lead] = told;
  if (kind === "alert" && lead !== undefined) return `${lead.entry.event.id}${mark}`;
  const last = Math.max(0, ...told.map(({ entry }) => entry.seq));
  return `${createHash("sha256").update(key).digest("hex").slice(0, 12)}-${last}${mark}`;
}

function threadKey({
  key,
  receiver,
  kind,
  told,
}: Pick<Message, "key" | "receiver" | "kind" | "told">): string {
  const [lead] = told;
  if (kind !== "alert" || lead === undefined) return keyOf(receiver, key);
  return keyOf(receiver, episodeKey(alertIn(lead.entry)));
}

function toldAlert(
  { entry, reason, pending }: Telling,
  receiver: string,
  { book, house }: Making,
): ToldAlert {
  const key = episodeKey(alertIn(entry));
  const episode = pending?.episode ?? book.get("episode", key);
  const told = book.get("thread", keyOf(receiver, key))?.told;
  const before = told === undefined || told === entry.seq ? undefined : house.entry(told);
  const cause = house.entry(alertIn(entry).cause.seq);
  return {
    ...{ entry, reason, times: episode?.times ?? 1, since: episode?.since ?? Date.parse(entry.event.time) },
    ...(cause && { cause }),
    ...(before && { before }),
  };
}

function heldBefore(receiver: string, book: Book): Pick<Notification, "held"> {
  const { held = 0, heldSince } = book.get("receiver", receiver) ?? {};
  return held === 0 || heldSince === undefined ? {} : { held: { count: held, since: heldSince } };
}

/** Keeps where the threads are, once the messages have their subjects. */
export function keepThreads({ sent, book }: Making, mails: readonly QueuedMail[]): void {
  // A message has one name for all receivers, and a subject in the language of each.
  const subjects = new Map(mails.map(({ message, subject }) => [message, subject]));
  const own = new Map(
    mails.map(({ message = "", receiver, subject }) => [keyOf(message, receiver), subject]),
  );
  for (const { notification, thread } of sent) {
    const { name, receiver, told } = notification;
    const keep = (key: string, seq: number) => {
      const known = book.get("thread", key);
      const subject = known?.subject ?? own.get(keyOf(name, receiver)) ?? subjects.get(name) ?? "";
      const body: Thread = { first: known?.first ?? name, latest: name, subject, told: seq };
      book.put({ kind: "thread", key, body });
    };
    for (const { entry } of told) {
      const key = keyOf(receiver, episodeKey(alertIn(entry)));
      // With its end an episode's thread is over.
      if (entry.event.type === "alert.resolved") book.put({ kind: "thread", key, body: undefined });
      else if (isOfOpenEpisode(entry, book)) keep(key, entry.seq);
    }
    const last = told.at(-1)?.entry.seq;
    if (notification.kind === "group" && thread !== undefined && last !== undefined) keep(thread, last);
  }
}

/** Whether an alert's episode is open; that of one which waited may be over, and the next has a thread of its own. */
export function isOfOpenEpisode(entry: LogEntry, book: Book): boolean {
  const episode = book.get("episode", episodeKey(alertIn(entry)));
  return episode !== undefined && episode.seq <= entry.seq;
}
