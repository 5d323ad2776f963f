/** What the life of alerts needs from the rest of the program, and the book of one step: what is known, and what is written. */
import {
  type AlertMemory,
  type AlertStateBodies,
  type AlertStateKind,
  type AlertStateWrite,
  type AlertWrites,
  type KeptAlertState,
  mostAlertStates,
  type NoticeReason,
} from "../../model/alerts.ts";
import type { TradingCalendar } from "../../model/dates.ts";
import type { Duration } from "../../model/duration.ts";
import type { LogEntry } from "../../model/event.ts";
import type { QueuedMail } from "../../model/mail.ts";
import type { Notification } from "../../model/notification.ts";
import type { Ending } from "../../model/rule.ts";
import type { Policy } from "../policy.ts";

export interface Book {
  get<Kind extends AlertStateKind>(kind: Kind, key: string): AlertStateBodies[Kind] | undefined;
  all<Kind extends AlertStateKind>(kind: Kind): readonly AlertStateBodies[Kind][];
  /** Takes the place of what was kept; without a body it is gone. */
  put(write: AlertStateWrite): void;
  /** Keys of the groups that are due at a moment, the longest due first. */
  dueGroups(at: number): readonly string[];
  /** States that its writes push over the limit of their kind: those that were not written for longest. */
  tooMany<Kind extends AlertStateKind>(kind: Kind): readonly KeptAlertState<Kind>[];
  readonly waiting: AlertMemory["waiting"];
  writes(): readonly AlertStateWrite[];
}

export function createBook(memory: AlertMemory): Book {
  const changed = new Map<AlertStateKind, Map<string, AlertStateWrite>>();
  const of = (kind: AlertStateKind) => changed.get(kind) ?? new Map<string, AlertStateWrite>();
  const all = new Map<AlertStateKind, readonly unknown[]>();
  // A page of thousands of alerts asks for the state of its rule at each, also where there is none.
  const kept = new Map<string, unknown>();
  return {
    get<Kind extends AlertStateKind>(kind: Kind, key: string) {
      const write = of(kind).get(key);
      if (write !== undefined) return write.body as AlertStateBodies[Kind] | undefined;
      const name = `${kind} ${key}`;
      if (!kept.has(name)) kept.set(name, memory.state(kind, key));
      return kept.get(name) as AlertStateBodies[Kind] | undefined;
    },
    all<Kind extends AlertStateKind>(kind: Kind) {
      const known = all.get(kind) as readonly AlertStateBodies[Kind][] | undefined;
      if (known !== undefined) return known;
      const bodies = new Map<string, AlertStateBodies[Kind] | undefined>();
      for (const { key, body } of memory.states(kind)) bodies.set(key, body);
      for (const { key, body } of of(kind).values())
        bodies.set(key, body as AlertStateBodies[Kind] | undefined);
      const found = [...bodies.values()].filter((body) => body !== undefined);
      all.set(kind, found);
      return found;
    },
    put(write) {
      const own = of(write.kind);
      changed.set(write.kind, own.set(write.key, write));
      all.delete(write.kind);
    },
    dueGroups(at) {
      const due = new Map<string, number>();
      for (const { kind, key, due: when } of memory.due(at)) if (kind === "group") due.set(key, when);
      for (const { key, body, due: when } of of("group").values()) {
        if (body === undefined || when === undefined || when > at) due.delete(key);
        else due.set(key, when);
      }
      // In the order of their times; of one time, in the order in which they were found.
      return [...due].sort(([, a], [, b]) => a - b).map(([key]) => key);
    },
    tooMany<Kind extends AlertStateKind>(kind: Kind) {
      const own = of(kind);
      const kept = own.size === 0 ? 0 : memory.count(kind);
      if (kept + own.size <= mostAlertStates) return [];
      const added = [...own.values()].map(
        ({ key, body }) => Number(body !== undefined) - Number(memory.state(kind, key) !== undefined),
      );
      const over = added.reduce((sum, one) => sum + one, kept) - mostAlertStates;
      if (over <= 0) return [];
      return memory
        .oldest(kind, over + own.size)
        .filter(({ key }) => !own.has(key))
        .slice(0, over);
    },
    waiting: memory.waiting,
    writes: () => [...changed.values()].flatMap((writes) => [...writes.values()]),
  };
}

export interface AlertsAround {
  readonly policy: Policy;
  readonly memory: AlertMemory;
  readonly calendar: TradingCalendar;
  /** How the episodes of rules end; those that are absent end as the settings say. */
  readonly endings: ReadonlyMap<string, Ending>;
  /** Least time between two messages of rules about one subject; absent: there is none. */
  readonly gathers?: ReadonlyMap<string, Duration> | undefined;
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
export interface LifeStep {
  readonly entries: readonly LogEntry[];
  readonly at: number;
}

export interface LifeTaken {
  readonly writes: AlertWrites;
  readonly mails: readonly QueuedMail[];
}
