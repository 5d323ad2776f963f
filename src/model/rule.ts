/** The interface of a set of rules for the pipeline; src/rules makes one from YAML. */
import type { LogEntry } from "./event.ts";
import type { Severity } from "./news-items.ts";
import type { HeldBack } from "./suppression.ts";
import type { TradingCalendar } from "./trading-calendar.ts";

/** One rule that matched one entry, its texts rendered. */
export interface Firing {
  readonly rule: string;
  /** Values of `by`, joined by "|"; the event's subject by default. */
  readonly key: string;
  readonly severity: Severity;
  readonly title: string;
  readonly body: string;
  readonly labels: Readonly<Record<string, string>>;
  /** Targets as the rule names them: the scheme of an output, a colon, a name of its settings. */
  readonly notify: readonly string[];
  /** Set if further alerts are suppressed since the rule fires too often; in words: how many within how long. */
  readonly flapping?: string;
  /** Reason why the alert is over, if this ends one. */
  readonly resolved?: "until";
}

/** One that time brought about, with the number of the entry that it comes from. */
export interface TimedFiring {
  readonly firing: Firing;
  readonly causeSeq: number;
}

/** Name of the state of a rule for one key. */
export interface RuleMemory {
  readonly rule: string;
  /** Hash of what decides what the memory says; under another one the memory is another rule's. */
  readonly meaning: string;
  readonly key: string;
}

/** A rule and what its memory says now. */
export type RuleMeaning = Omit<RuleMemory, "key">;

/** A memory that time alone makes something of. */
export interface DueMemory extends RuleMemory {
  /** Time at which it is due, ms since 1970. */
  readonly due: number;
}

/** Everything besides the entry that rules use in an evaluation. */
export interface Judging {
  readonly calendar: TradingCalendar;
  /** The moment as of which rules are evaluated, ms since 1970. */
  now(): number;
  /** JSON that was remembered before; undefined: nothing. Who changes it in place must remember it anew. */
  recall(memory: RuleMemory): unknown;
  /**
   * Takes the place of what was remembered; undefined forgets.
   * @param due when it is to be looked at without an event, ms since 1970
   */
  remember(memory: RuleMemory, body: unknown, due?: number): void;
  /** Notes that a rule forgot entries of a key, since its state is full. */
  forgot(rule: string): void;
  /** Time at which the rule last gave the alert, ms since 1970. */
  firedAt(rule: string, key: string): number | undefined;
  /** The rule gives the alert as of now, and wants to know it later. */
  fired(rule: string, key: string): void;
  /** An entry that came before; undefined where the log does not keep it any more. */
  entry(seq: number): LogEntry | undefined;
  /** Notes that an alert about the present entry was suppressed. */
  holdBack(heldBack: HeldBack): void;
}

export interface RuleSet {
  /** Hash of the files' contents. */
  readonly hash: string;
  /** File names that were read, relative to the folder. */
  readonly files: readonly string[];
  readonly names: readonly string[];
  /** Meaning of each rule with a state, as in RuleMemory. */
  readonly meanings: ReadonlyMap<string, string>;
  /**
   * Rules that match the entry, in file order. Entries are to be given in the order of the log. Never throws, and
   * changes nothing but the states in `judging` and its count of overruns; without `judging` each entry is evaluated as
   * if it were the first.
   */
  match(entry: LogEntry, judging?: Judging): Firing[];
  /** Evaluates a rule whose state is due, without an event. Throws nothing; changes the state. */
  pass(memory: DueMemory, judging: Judging): TimedFiring | undefined;
  /** Number of times that each rule was stopped since it would have taken too long; only rules that were. */
  readonly overruns?: ReadonlyMap<string, number>;
}
