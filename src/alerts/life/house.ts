/** Everything that the life of alerts needs from the rest of the program. */
import type { AlertMemory, AlertWrites, NoticeReason } from "../../model/alerts.ts";
import type { LogEntry } from "../../model/event.ts";
import type { QueuedMail } from "../../model/mail.ts";
import type { Notification } from "../../model/notification.ts";
import type { Ending } from "../../model/rule.ts";
import type { TradingCalendar } from "../../model/trading-calendar.ts";
import type { Policy } from "../policy.ts";

export interface AlertsHouse {
  readonly policy: Policy;
  readonly memory: AlertMemory;
  readonly calendar: TradingCalendar;
  /** How the episodes of rules end; those that are absent end as the settings say. */
  readonly endings: ReadonlyMap<string, Ending>;
  /** An entry of the log; undefined where it is not kept any more. */
  entry(seq: number): LogEntry | undefined;
  /** Why nothing about an alert may go to a receiver; undefined: it may. */
  bar(
    receiver: string,
    alert: { readonly entry: LogEntry; readonly cause?: LogEntry | undefined },
  ): NoticeReason | undefined;
  /** The messages of notifications, one an address. */
  compose(notifications: readonly Notification[]): readonly QueuedMail[];
}

/** The entries of one commit, in the order of the log, and its time, ms since 1970. */
export interface Step {
  readonly entries: readonly LogEntry[];
  readonly at: number;
}

export interface Taken {
  readonly writes: AlertWrites;
  readonly mails: readonly QueuedMail[];
}
