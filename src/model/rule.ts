/** What the pipeline asks of a set of rules; src/rules makes one from YAML. */
import type { Duration } from "./duration.ts";
import type { LogEntry } from "./event.ts";
import type { Severity } from "./items.ts";

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

export interface RuleSet {
  /** Hash of the files' contents. */
  readonly hash: string;
  /** File names that were read, relative to the folder. */
  readonly files: readonly string[];
  readonly names: readonly string[];
  /** Rules that match the entry, in file order. Pure but for its count of overruns, never throws. */
  match(entry: LogEntry): Firing[];
  /** How often a rule was stopped since it would have taken too long; only rules that were. */
  readonly overruns?: ReadonlyMap<string, number>;
}
