/** What the pipeline asks of a set of rules; src/rules makes one from YAML. */
import type { Duration } from "./duration.ts";
import type { LogEntry } from "./event.ts";
import type { Severity } from "./items.ts";
import type { TradingCalendar } from "./trading-calendar.ts";

/** One rule that matched one entry, its texts rendered. */
export interface Firing {
  readonly rule: string;
  /** What `by` gave, joined by "|"; the event's subject by default. */
  readonly key: string;
  readonly severity: Severity;
  readonly title: string;
  readonly body: string;
  readonly labels: Readonly<Record<string, string>>;
  /** Such as `email:desk`. */
  readonly notify: readonly string[];
  /** The same (rule, key) fires again only after this; absent: every time. */
  readonly cooldown?: Duration;
}

/** What a rule remembers of one key between events. */
export interface RuleMemory {
  readonly rule: string;
  /** Hash of what decides what the memory says; under another one the memory is another rule's. */
  readonly meaning: string;
  readonly key: string;
}

/** What rules judge by besides the entry. */
export interface Judging {
  readonly calendar: TradingCalendar;
  /** JSON that was remembered before; undefined: nothing. */
  recall(memory: RuleMemory): unknown;
  /** Takes the place of what was remembered; undefined forgets. */
  remember(memory: RuleMemory, body: unknown): void;
}

export interface RuleSet {
  /** Hash of the files' contents. */
  readonly hash: string;
  /** File names that were read, relative to the folder. */
  readonly files: readonly string[];
  readonly names: readonly string[];
  /**
   * Rules that match the entry, in file order. Entries are to be given in the order of the log. Never throws, and
   * changes nothing but what `judging` remembers; without it each entry is judged as if it were the first.
   */
  match(entry: LogEntry, judging?: Judging): Firing[];
}
