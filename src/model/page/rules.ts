/** Answers of `/api/rules` and `/api/rule`: what each rule does. Times are ms since 1970, but for those of alerts (ISO). */
import type { SuppressionReason } from "../rule.ts";
import type { AlertMention } from "./alerts.ts";

/** How often a rule gave an alert: today in Japan, in seven and in thirty days; counted up to `mostCounted`. */
interface FiredCounts {
  readonly today: number;
  readonly week: number;
  readonly month: number;
}

/** A rule's name for people, in each language of the page. */
type RuleDisplayName = Readonly<Record<"en" | "ja", string>>;

export interface ShownRule {
  readonly name: string;
  /** Its name for people; absent: it has none. */
  readonly displayName?: RuleDisplayName;
  readonly isEnabled: boolean;
  /** A severity, or the expression that gives one. */
  readonly severity: string;
  /** What it is for, in the rule's own language; `descriptions` has it in others. */
  readonly description?: string;
  readonly descriptions: Readonly<Partial<Record<"en" | "ja", string>>>;
  /** Titles with their `{{ }}`: the rule's own, and those in other languages. */
  readonly title: string;
  readonly titles: Readonly<Partial<Record<"en" | "ja", string>>>;
  readonly on: readonly string[];
  readonly file: string;
  readonly line: number;
  readonly fired: FiredCounts;
  /** Time of its last alert that is kept (ISO). */
  readonly lastAt?: string;
  /** Combinations of `by` of which it remembers something. */
  readonly keys: number;
  /** It is quiet for today, since it fires far more often than ever. */
  readonly isBraked: boolean;
  /** Number of silences that name it. */
  readonly silences: number;
  /** Number of times it was stopped since it would have taken too long, since it was loaded. */
  readonly overran: number;
}

export interface RulesAnswer {
  readonly rules: readonly ShownRule[];
  readonly mostCounted: number;
  /** Number of rules that are left out, since there are so many. */
  readonly left: number;
}

/** Where a rule is turned on and off. */
export type RuleSwitch =
  | { readonly at: "file" }
  /** The settings say it, at this place: the file has no say. */
  | { readonly at: "settings"; readonly file: string; readonly line: number };

/** What a rule remembers of one combination of `by`. */
export interface RememberedKey {
  readonly key: string;
  /** The rule's conditions, with what each has in its window. */
  readonly conditions: readonly {
    readonly text: string;
    readonly entries: number;
    readonly from?: number;
    readonly to?: number;
    /** Measured values by name. */
    readonly measured: Readonly<Record<string, number>>;
  }[];
  /** An alert that time will bring about, if nothing comes between. */
  readonly waitsUntil?: number;
  /** Its `until` has not come yet. */
  readonly isOpen: boolean;
  /** Up to then the same alert is not given again. */
  readonly quietUntil?: number;
}

interface ShownSilence {
  readonly id: string;
  readonly match: string;
  readonly until: number;
  readonly author: string;
  readonly because: string;
}

export interface RuleAnswer {
  readonly rule: ShownRule;
  readonly when?: string;
  readonly by: readonly string[];
  readonly notify: readonly string[];
  readonly cooldown?: string;
  readonly switch: RuleSwitch;
  /** Keys that the settings say in the place of the file, and where. */
  readonly overrides: readonly { readonly key: string; readonly file: string; readonly line: number }[];
  /** The latest first. */
  readonly alerts: readonly AlertMention[];
  /** Alerts that it asked for and that were held back in thirty days, by reason, counted up to `mostCounted`. */
  readonly heldBack: Readonly<Partial<Record<SuppressionReason, number>>>;
  /** The keys that events were about last; `rule.keys` says how many there are. */
  readonly remembered: readonly RememberedKey[];
  readonly silencedBy: readonly ShownSilence[];
  readonly mostCounted: number;
}

/** An example of a rule, and whether the rule does what it says. */
export interface ShownExample {
  readonly expected: "fires" | "silent";
  readonly ok: boolean;
  readonly line: number;
  /** The events, as JSON. */
  readonly events: readonly string[];
}

export interface ExamplesAnswer {
  readonly examples: readonly ShownExample[];
}

export interface RuleSwitched {
  readonly name: string;
  readonly enabled: boolean;
  readonly file: string;
}

/** Answer of `/api/watched`: the names by which alerts can be narrowed down. */
export interface WatchedAnswer {
  readonly sources: readonly string[];
  readonly rules: readonly string[];
  /** Names for people, of the rules that have one. */
  readonly displayNames: Readonly<Record<string, RuleDisplayName>>;
  readonly watchlists: readonly string[];
}
