/** What a receiver is told at once, before an output makes a message of it. */
import type { NoticeReason } from "./alerts.ts";
import type { LogEntry } from "./event.ts";
import type { Language } from "./language.ts";

/** One alert in a message. */
export interface ToldAlert {
  /** `alert.fired` or `alert.resolved`. */
  readonly entry: LogEntry;
  /** The event that caused it; absent where the log does not keep it any more. */
  readonly cause?: LogEntry | undefined;
  readonly reason: NoticeReason;
  /** The alert of its episode that this receiver was told before: what changed is counted from there. */
  readonly before?: LogEntry | undefined;
  /** Number of alerts of the episode so far, and when it began, ms since 1970. */
  readonly times: number;
  readonly since: number;
}

/** Kinds of messages. */
export type NotificationKind =
  /** One alert, or several about one event: the first of them leads. */
  | "alert"
  /** Alerts of a group, in a table. */
  | "group"
  /** Everything since the last digest. */
  | "digest"
  /** A rule is braked: one line that says so. */
  | "brake";

export interface Notification {
  readonly kind: NotificationKind;
  /**
   * Name of the message: the same for the same content over crashes and replays. Its Message-IDs are made from it. Of a
   * message that is the first about an alert that leads it, the id of that alert.
   */
  readonly name: string;
  /** Such as email:desk. */
  readonly receiver: string;
  /** Name of the route; "" where the rule alone names the receiver. */
  readonly route: string;
  readonly language: Language;
  /** ms since 1970. */
  readonly at: number;
  /** The gravest first; at most as many as `mostTold` says. */
  readonly told: readonly ToldAlert[];
  /** Number of all alerts that it is about. */
  readonly all: number;
  /** Messages that a cap held before this one, and since when. */
  readonly held?: { readonly count: number; readonly since: number } | undefined;
  /** The thread that it goes on; absent: it begins one. */
  readonly thread?: NotificationThread | undefined;
  /** Values that the alerts of a group share, in words such as `rule short-large`. */
  readonly about?: string | undefined;
  /** Name of a digest, such as "after the close". */
  readonly digest?: string | undefined;
}

export interface NotificationThread {
  /** Names of its first and latest message. */
  readonly first: string;
  readonly latest: string;
  /** The subject of the first message. */
  readonly subject: string;
}

/** Most alerts that one message tells; of more it says how many. A digest chooses among them. */
export function mostTold(kind: NotificationKind): number {
  return kind === "digest" ? 1_000 : 200;
}
