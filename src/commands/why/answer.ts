/** What `yagura why` answers; `--json` prints it as it is. Times are ISO, strangers' texts are as they came. */
import type { AttemptOutcome, UnmailedReason } from "../../model/mail.ts";
import type { SuppressionReason } from "../../model/suppression.ts";

export type Answer = AlertAnswer | EventAnswer | SubjectAnswer;

/** About one alert: what brought it about, and what became of it. */
export interface AlertAnswer {
  readonly about: "alert";
  readonly alert: AlertFacts;
  /** Absent where the log does not keep it any more. */
  readonly cause?: CauseFacts;
  /** What the rule made of the cause; absent where there is no such rule now, or no cause. */
  readonly verdict?: Verdict;
  /** The same alert, held back in the week before and in the week after. */
  readonly heldBackBefore: readonly HeldBackFacts[];
  readonly heldBackAfter: readonly HeldBackFacts[];
  readonly mails: readonly MailFacts[];
  /** What stands between this answer and certainty. */
  readonly notes: readonly string[];
}

/** About any other event: what the rules that are about it made of it. */
export interface EventAnswer {
  readonly about: "event";
  readonly event: CauseFacts;
  readonly verdicts: readonly Verdict[];
  readonly notes: readonly string[];
}

/** About a rule and a subject. */
export interface SubjectAnswer {
  readonly about: "subject";
  readonly rule: RuleFacts;
  readonly subject: string;
  readonly at: string;
  /** The last event that the rule was asked about, and what it made of it. */
  readonly latest?: CauseFacts & { readonly verdict: Verdict };
  /** Those before it, the latest first. */
  readonly before: readonly PastVerdict[];
  /** What kept the rule from being asked at all. */
  readonly heldBack: readonly HeldBackFacts[];
  /** What is known besides: of the sources, of the subject, of the rule. */
  readonly known: readonly Known[];
  readonly notes: readonly string[];
}

export interface RuleFacts {
  readonly name: string;
  readonly file: string;
  readonly line: number;
}

export interface EventFacts {
  readonly seq: number;
  readonly id: string;
  readonly type: string;
  readonly subject: string;
  readonly source: string;
  /** When it was seen. */
  readonly time: string;
  readonly published?: string;
  readonly occurred?: string;
  /** Whether its data is the simulator's. */
  readonly simulated: boolean;
}

export interface CauseFacts extends EventFacts {
  readonly poll: PollFacts;
  readonly change: readonly FieldChange[];
}

export interface PollFacts {
  /** Name of the source; absent for what is the monitor's own news. */
  readonly source?: string;
  /** When it was committed. */
  readonly time: string;
  /** How many events of each type the same commit had. */
  readonly events: Readonly<Record<string, number>>;
  /** Of events that were held back for a person: since when. */
  readonly heldSince?: string;
}

export interface FieldChange {
  readonly field: string;
  /** Absent where it was not known, as `now`. */
  readonly was?: unknown;
  readonly now?: unknown;
}

export interface AlertFacts extends EventFacts {
  readonly rule: string;
  /** Where the rule stands now; absent where there is none of this name. */
  readonly file?: string;
  readonly line?: number;
  readonly key: string;
  readonly severity: string;
  readonly title: string;
  readonly flapping?: string;
  /** Why its recipients got no mail. */
  readonly unmailed?: UnmailedReason;
  /** Of alert.resolved: why it is over. */
  readonly why?: string;
}

export interface Verdict {
  readonly rule: RuleFacts;
  readonly key: string;
  readonly outcome: Outcome;
  /** The same in a sentence. */
  readonly because: string;
  /** Of `when`; empty where the rule has none. */
  readonly when: readonly PartFacts[];
  readonly conditions: readonly ConditionFacts[];
  /** Of `for` and `absent`: what is said when the time has come; of a window: when it may hold less. */
  readonly waiting?: { readonly since: number; readonly due: string };
  /** Of `until`: the event of the alert that was not over when the event came, and the parts of `until`. */
  readonly open?: { readonly since: number; readonly until: readonly PartFacts[] };
  /** What it brought about, each with its mails. */
  readonly alerts: readonly {
    readonly seq: number;
    readonly type: string;
    readonly title: string;
    readonly unmailed?: UnmailedReason;
    readonly mails: readonly MailFacts[];
  }[];
  readonly heldBack: readonly HeldBackFacts[];
  readonly notes: readonly string[];
}

/**
 * `fired`: an alert is on the log; `held-back`: one was asked for, and a reason is on record; `waiting`: time may bring
 * it about; `silent`: none was asked for; `unknown`: as the rule is now one is missing, or one is too many.
 */
type Outcome = "fired" | "held-back" | "waiting" | "silent" | "unknown";

export interface PartFacts {
  readonly text: string;
  /** null: neither, since a field is absent. */
  readonly holds: boolean | null;
  /** Absent fields have no value. */
  readonly values: readonly { readonly text: string; readonly value?: unknown }[];
}

export interface ConditionFacts {
  readonly text: string;
  /** null: it was not asked, since `when` did not hold. */
  readonly holds: boolean | null;
  readonly counts: boolean;
  /** How many events or values the window held, from when to when on the rule's clock. */
  readonly entries: number;
  readonly from?: string;
  readonly to?: string;
  readonly measured: Readonly<Record<string, number>>;
  readonly steps?: readonly boolean[];
  /** The events of those steps; null where none was seen. */
  readonly events?: readonly (StepEvent | null)[];
  /** The value before, and when it was, with which the condition compares the event's. */
  readonly before?: { readonly value: number | string; readonly at: string };
  /** When the last event came that must not be between the steps. */
  readonly brokenAt?: string;
}

export type StepEvent = Pick<EventFacts, "seq" | "type" | "subject" | "time">;

export interface HeldBackFacts {
  readonly reason: SuppressionReason;
  readonly message: string;
  readonly at: string;
  /** Up to when, where that is known; of a change in quarantine: when it was decided. */
  readonly until?: string;
  /** seq of the event that asked for the alert; absent where none is on the log. */
  readonly cause?: number;
}

export interface PastVerdict {
  readonly seq: number;
  readonly type: string;
  readonly time: string;
  readonly key: string;
  readonly outcome: Outcome;
  readonly because: string;
}

/** One thing that is known; the list of kinds is closed. */
export interface Known {
  readonly kind:
    | "source"
    | "baselined"
    | "not-configured"
    | "not-running"
    | "not-watched"
    | "rule-loaded"
    | "other-events"
    | "no-events"
    | "nearest";
  readonly message: string;
  readonly at?: string;
}

export interface MailFacts {
  readonly address: string;
  readonly state: "waiting" | "sent" | "failed";
  readonly queuedAt: string;
  readonly attempts: number;
  /** Of one that waits: when it is tried next. */
  readonly nextAt?: string;
  readonly tries: readonly {
    readonly at: string;
    readonly outcome: AttemptOutcome;
    readonly answer: string;
  }[];
}
