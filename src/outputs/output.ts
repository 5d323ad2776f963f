/**
 * An output while it runs, the parts that it is made with, and what stands now as it may show it. member.ts has the rest
 * that a member answers.
 */
import type { Clock } from "../lib/clock.ts";
import type { Port } from "../lib/http/port.ts";
import type { Log } from "../lib/log.ts";
import type { Measure } from "../lib/measure.ts";
import type { CommitBatch } from "../model/commit.ts";
import type { Devices } from "../model/devices.ts";
import type { ConsumerPlaces, Event, EventDraft, LogReader, StoredEntry } from "../model/event.ts";
import type { EventTypes } from "../model/event-types.ts";
import type { AttemptOutcome, Outbox, OutboxMail } from "../model/mail.ts";
import type { Severity } from "../model/news-items.ts";
import type { Person } from "../model/people.ts";
import type { StandingItem } from "../model/standing.ts";
import type { Watchlists } from "../model/watchlists.ts";

/** A way out of the house for entries. It reads only what was committed. */
export interface Output {
  readonly name: string;
  /** Begins to deliver whatever is due, also from before a restart. Rejects where it cannot ever work. */
  start(): Promise<void>;
  /** Called after every commit; must return at once. */
  wake(): void;
  /** Stops within the deadline, finishing what is in flight where it can; also what was never started. */
  stop(deadlineMs: number): Promise<void>;
}

/** An output, and what else is known of it while it runs. */
export interface MadeOutput<Settings> {
  readonly output: Output;
  /** Its settings in effect: where any port would do, the one that it listens on. */
  settings(): Settings;
  readonly measures: readonly Measure[];
  /** Counts those who read from it now; undefined: nobody does, it sends. */
  readonly readers: (() => number) | undefined;
}

/** The monitor's own news, committed together with the end of the deliveries that it is about. */
export interface OutputNews {
  readonly drafts: readonly EventDraft[];
  readonly batch: Pick<CommitBatch, "failedMails">;
}

/** Compiles a subscriber's condition for events of some types. Never throws. */
type CompileFilter = (
  where: string,
  types: readonly string[],
) => { ok: true; matches(event: Event): boolean } | { ok: false; message: string };

/** Takes note of deliveries and attempts at them, for the figures. */
export interface Attempts {
  tried(mail: Pick<OutboxMail, "address" | "messageId">, outcome: AttemptOutcome): void;
  took(ms: number): void;
  /** Everything on the log up to `seq` was written to those who read it. */
  reached(seq: number): void;
}

/** Takes note of what outputs delivered, for the time to notice. */
export interface DeliveryNotes {
  /** A server took the message. */
  sent(output: string, messageId: string): void;
  /** The log up to `seq` was written to those who read it. */
  reached(output: string, seq: number): void;
}

/** The parts that an output is made with. */
export interface OutputParts {
  /** The log of events. */
  readonly events: LogReader;
  /** Its own rows of the outbox. */
  readonly outbox: Outbox;
  readonly attempts: Attempts;
  readonly types: EventTypes;
  readonly compileFilter: CompileFilter;
  /** The watchlists as they are now; the same object as long as they stay the same. */
  watchlists(): Watchlists;
  /** What stands now. */
  readonly present: Present;
  /** Places of the feed's consumers. */
  readonly consumers: ConsumerPlaces;
  /** Browsers that signed up for messages. */
  readonly devices: Devices;
  /** Those whom the settings name. */
  readonly people: readonly Person[];
  /** Address at which people reach the page; undefined: the settings have none. */
  readonly publicUrl: string | undefined;
  /** Facts that outlive the process, each under a name. Throws a StoreError where one cannot be written. */
  readonly meta: { get(key: string): string | undefined; set(key: string, value: string): void };
  /** Names of the services whose data is made up. */
  readonly simulated: readonly string[];
  /** The clock that events are written by. */
  readonly clock: Clock;
  readonly log: Log;
  /** Commits news before it returns; throws a StoreError where that could not be written. */
  tell(news: OutputNews): void;
  /** The port of the monitor, of which it may be a guest. */
  readonly port: Port;
  /** State of each source, by name. */
  sources(): Record<string, unknown>;
}

// What stands now: the open alerts, and the items of the sources. Read in parts.

/** An open alert. */
export interface OpenAlertNow {
  /** Id of its first alert, by which calls and events name it. */
  readonly alert: string;
  readonly rule: string;
  readonly key: string;
  readonly severity: Severity;
  readonly subject: string;
  /** `silenced`: a silence or a window quiets it, whoever knows of it; `acknowledged`: somebody does. */
  readonly state: "firing" | "acknowledged" | "silenced";
  /** Time of its first alert, ISO. */
  readonly since: string;
  /** Number of its alerts so far, and of the latest on the log. */
  readonly times: number;
  readonly seq: number;
  /** Its latest alert; absent where the log does not keep that any more. */
  readonly latest?: StoredEntry;
}

export interface ItemNow extends StandingItem {
  /** Name of the item in its source. */
  readonly key: string;
}

/** Parts that are read one after the other, each in a few milliseconds; many are empty. Answers at the end whether all could be read. */
export type Parts<One> = Iterator<readonly One[], boolean>;

export interface Present {
  /** Open alerts, the one that began first first. */
  alerts(): Parts<OpenAlertNow>;
  /** The sources that are watched, each with the types of its events about items. */
  sources(): readonly { readonly name: string; readonly types: readonly string[] }[];
  /** Items of a source. One that is read twice, since it changed meanwhile, is newer the second time. */
  items(source: string): Parts<ItemNow>;
}
