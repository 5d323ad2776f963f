/**
 * The interface of a set of rules for the pipeline, which src/rules makes from YAML: alerts, states, suppressions,
 * targets.
 */
import type { TradingCalendar } from "./dates.ts";
import type { Duration } from "./duration.ts";
import type { LogEntry } from "./event.ts";
import type { Language } from "./language.ts";
import type { Severity } from "./news-items.ts";
import type { Standing, StandingItem, StandingPlan } from "./standing.ts";
import type { Watchlists } from "./watchlists.ts";

/** One rule that matched one entry, its texts rendered. */
export interface Firing {
  readonly rule: string;
  /** Values of `by`, joined by "|"; the event's subject by default. */
  readonly key: string;
  readonly severity: Severity;
  readonly title: string;
  readonly body: string;
  /** Title and body in further languages; absent: the rule has none. */
  readonly texts?: AlertTexts;
  readonly labels: Readonly<Record<string, string>>;
  /** Values that the rule's `data` names; absent: it has no such key. */
  readonly data?: AlertData;
  /** Targets as the rule names them: the scheme of an output, a colon, a name of its settings. */
  readonly notify: readonly string[];
  /** Set if further alerts are suppressed since the rule fires too often; in words: how many within how long. */
  readonly flapping?: string;
  /** Subject of an alert about what never came; absent: that of its cause. */
  readonly subject?: string;
  /** Reason why the alert is over, if this ends one. */
  readonly resolved?: "until";
}

/** Data of an alert, for programs: JSON values by name. */
export type AlertData = Readonly<Record<string, unknown>>;

/** Most bytes of an alert's data as JSON. */
export const mostDataBytes = 4_096;

/** Texts of an alert in the languages that its rule has besides its own. */
type AlertTexts = { readonly [In in Language]?: { readonly title: string; readonly body: string } };

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

/** Everything besides the entry that rules use in an evaluation: a calendar, the moment, and their states. */
export interface Evaluation {
  readonly calendar: TradingCalendar;
  /** State of what stands, made by the rules' own plan; absent: nothing is known of it. */
  readonly standing?: Standing | undefined;
  /** Does some work while what stands is as it was before an entry, the present one; absent: that is not known. */
  readonly before?: (<T>(seq: number, work: () => T) => T) | undefined;
  /** The earlier forms of an item that stands before the commit of an entry, the oldest first; absent: none is known. */
  readonly formsOf?: ((source: string, key: string, entry: LogEntry) => readonly StandingItem[]) | undefined;
  /** The entries are of another log than the one that states are kept with, which is to have no numbers of theirs. */
  readonly isOfOtherLog?: boolean | undefined;
  /** The moment as of which rules are evaluated, ms since 1970. */
  now(): number;
  /** The state that was kept before, as JSON; undefined: none. Who changes it in place must keep it anew. */
  recall(memory: RuleMemory): unknown;
  /** Takes the place of the state that was kept before; undefined forgets it. */
  remember(memory: RuleMemory, body: unknown, notes?: StateNotes): void;
  /** Time at which the rule last gave the alert, ms since 1970. */
  firedAt(rule: string, key: string): number | undefined;
  /** The rule gives the alert as of now, and wants to know it later. */
  fired(rule: string, key: string): void;
  /** An entry that came before; undefined where the log does not keep it any more. */
  entry(seq: number): LogEntry | undefined;
  /** Notes that an alert about the present entry was suppressed. */
  suppress(suppressed: Suppressed): void;
}

/** Facts about a state that the rule itself need not know again. */
export interface StateNotes {
  /** When it is to be looked at without an event, ms since 1970. */
  readonly due?: number | undefined;
  /** Entries were forgotten that still count, since the state is full. */
  readonly isFull?: boolean;
}

/** How the episodes of a rule end: by its `until`, and when nothing new came for so long. */
export interface Ending {
  readonly until: boolean;
  readonly after?: Duration | undefined;
}

export interface RuleSet {
  /** Hash of the files' contents. */
  readonly hash: string;
  /** File names that were read, relative to the folder. */
  readonly files: readonly string[];
  readonly names: readonly string[];
  /** Plan of what they name of what stands; absent: they name nothing. */
  readonly standing?: StandingPlan | undefined;
  /** Meaning of each rule with a state, as in RuleMemory. */
  readonly meanings: ReadonlyMap<string, string>;
  /**
   * Rules that match the entry, in file order. Entries are to be given in the order of the log. Never throws, and
   * changes nothing but the states in `evaluation` and its own counts; without `evaluation` each entry is evaluated as
   * if it were the first.
   */
  match(entry: LogEntry, evaluation?: Evaluation): Firing[];
  /** Evaluates a rule whose state is due, without an event. Throws nothing; changes the state. */
  pass(memory: DueMemory, evaluation: Evaluation): TimedFiring | undefined;
  /** How the episodes of rules end; those that are absent end as the settings say. */
  readonly endings?: ReadonlyMap<string, Ending>;
  /** Least time between two messages of rules about one subject; there is none for other rules. */
  readonly gathers?: ReadonlyMap<string, Duration>;
  /** Number of times that each rule was asked about an event, after what an index tells without asking. */
  asked?(): ReadonlyMap<string, number>;
  /** Number of times that each rule was stopped since it would have taken too long; only rules that were. */
  readonly overruns?: ReadonlyMap<string, number>;
  /** Number of targets that the expressions of a rule gave and that the settings do not know; only rules that did. */
  strangers?(): ReadonlyMap<string, number>;
  /** The watchlists that rules see now; left out: none. */
  readonly watchlists?: Watchlists;
}

/** Reasons for a suppression, with the words that people read; closed. */
export const suppressionReasons = {
  cooldown: "the same alert fired within its cooldown",
  unresolved: "the alert before it is still open: no event has met its `until`",
  flapping: "the alert fired so often that it is suppressed until it fires less often",
  inactive: "it was outside the rule's active hours",
  quarantine: "the change was part of a rewrite in quarantine",
  baseline: "it was part of the baseline of its source, which is no news",
  cost: "an expression of the rule would have taken too long for this event",
} as const;

export type SuppressionReason = keyof typeof suppressionReasons;

/** Reason why an alert was suppressed, as the rules say it. */
export interface Suppressed {
  readonly rule: string;
  /** The alert's key; of an alert whose key is not known, its event's subject. */
  readonly key: string;
  readonly reason: SuppressionReason;
  /** The entry that asked for the alert. */
  readonly causeSeq: number;
  /** Up to when the reason holds where that is known, ms since 1970. */
  readonly until?: number | undefined;
}

export interface Suppression extends Suppressed {
  /** Time of the suppression, ms since 1970. */
  readonly at: number;
}

/** Limits of a rule's state. Beyond them the rule forgets the oldest, and this is told. */
export const memoryLimits = {
  /** Combinations of `by`; those go first that no event was about for longest. */
  keys: 20_000,
  /** Events, or different values, of one condition and combination. */
  entries: 10_000,
} as const;

/** A rule whose state has reached a limit, or a value of what stands that has more items or groups than are kept. */
export interface ReachedLimit {
  readonly rule: string;
  readonly limit: keyof typeof memoryLimits | "standing";
}

/** Names of one output that `notify` may have. */
export interface NotifyScheme {
  /** Word before the colon. */
  readonly scheme: string;
  /** Who gets what, for editors. */
  readonly about: string;
  /** One such target. */
  readonly example: string;
  /** Words that may stand after the colon; undefined: any. */
  readonly names: readonly string[] | undefined;
}

/** The names that some targets have after a scheme. */
export function namesAfter(scheme: string, notify: readonly string[]): string[] {
  const start = `${scheme}:`;
  return notify.filter((target) => target.startsWith(start)).map((target) => target.slice(start.length));
}

interface Place {
  readonly line: number;
  readonly column: number;
}

/** Places of a value in the settings. */
export interface OverridePlace {
  readonly key: Place;
  readonly value: Place;
  /** First character of a text. */
  readonly text: Place;
}

export interface RuleOverrides {
  /** The settings' file, as seen from the folder of the rules. */
  readonly file: string;
  /** The keys that are set of a rule, by its name. */
  readonly rules: Readonly<Record<string, Readonly<Record<string, unknown>>>>;
  /** Rules of these names need not be there: another folder of rules is tried than that of the settings. */
  readonly mayMiss?: boolean;
  /** Places of all values, by their path as JSON: the rule's name, the key, and so on. */
  readonly places: Readonly<Record<string, OverridePlace>>;
}
