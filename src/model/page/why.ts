/** Answer of `yagura why`; `--json` prints it as it is. Times are ISO, strangers' texts are as they came. */

import type { NoticeReason, NoticeState } from "../alerts.ts";
import type { AttemptOutcome, UnmailedReason } from "../mail.ts";
import type { AlertData, SuppressionReason } from "../rule.ts";
import type { Appearance } from "../sighting.ts";
import type { SilenceAdded } from "../silence-items.ts";

export type Answer = AlertAnswer | EventAnswer | SubjectAnswer;

/** About one alert: what brought it about, and what became of it. */
export interface AlertAnswer {
  readonly about: "alert";
  readonly alert: AlertFacts;
  /** Absent where the log does not keep it any more. */
  readonly cause?: CauseFacts | undefined;
  /** Verdict of the rule on the cause; absent if there is no such rule now, or no cause. */
  readonly verdict?: Verdict | undefined;
  /** Suppressions of the same alert in the week before and in the week after. */
  readonly heldBackBefore: readonly SuppressionFacts[];
  readonly heldBackAfter: readonly SuppressionFacts[];
  /** Decisions about telling it, receiver by receiver. */
  readonly notices: readonly NoticeFacts[];
  /** Why nobody was to be notified; absent: somebody was, or what was decided is not kept. */
  readonly untold?: UntoldFacts | undefined;
  readonly mails: readonly MailFacts[];
  /** Reasons why this answer may not be certain. */
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
  readonly latest?: (CauseFacts & { readonly verdict: Verdict }) | undefined;
  /** Events before it, the latest first. */
  readonly before: readonly PastVerdict[];
  /** Changes that were kept from the rule. */
  readonly heldBack: readonly SuppressionFacts[];
  /** Further facts about the sources, the subject and the rule. */
  readonly known: readonly Known[];
  readonly notes: readonly string[];
}

/** Why an alert notifies nobody. The list is closed. */
export const untoldReasons = {
  "no-receiver": "its rule names no receiver, and no route takes it: it is on the page and on the feed",
  "not-watched": "its rule notifies only about stocks of the watchlists, and this one was on none",
  "own-choice": "its rule chooses whom it notifies, and chose nobody here",
} as const;

export type UntoldReason = keyof typeof untoldReasons;

export interface UntoldFacts {
  readonly reason: UntoldReason;
  readonly message: string;
  /** The rule's choice, as it is written. */
  readonly notify?: string | undefined;
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
  /** Time at which it was seen. */
  readonly time: string;
  readonly published?: string | undefined;
  readonly occurred?: string | undefined;
  /** Whether its data is the simulator's. */
  readonly simulated: boolean;
}

export interface CauseFacts extends EventFacts {
  readonly poll: PollFacts;
  readonly change: readonly FieldChange[];
}

export interface PollFacts {
  /** Name of the source; absent for what is the monitor's own news. */
  readonly source?: string | undefined;
  /** Time of the commit. */
  readonly time: string;
  /** Number of events of each type in the same commit. */
  readonly events: Readonly<Record<string, number>>;
  /** Time since which the events were in quarantine. */
  readonly heldSince?: string | undefined;
  /** When the event appeared on its service, and when that was asked and answered; absent: it is not known. */
  readonly noticed?: NoticedFacts | undefined;
}

export interface NoticedFacts extends Pick<Appearance, "doubtMs"> {
  readonly appearedAt: string;
  readonly askedAt: string;
  readonly answeredAt: string;
}

export interface FieldChange {
  readonly field: string;
  /** Absent where it was not known, as `now`. */
  readonly was?: unknown | undefined;
  readonly now?: unknown | undefined;
}

export interface AlertFacts extends EventFacts {
  readonly rule: string;
  /** File of the rule now; absent if there is no rule of this name. */
  readonly file?: string | undefined;
  readonly line?: number | undefined;
  readonly key: string;
  readonly severity: string;
  readonly title: string;
  readonly labels: Readonly<Record<string, string>>;
  /** Absent in alerts of older versions. */
  readonly data?: AlertData | undefined;
  readonly flapping?: string | undefined;
  /** Reason why its recipients got no mail. */
  readonly unmailed?: UnmailedReason | undefined;
  /** Reason why an alert is over, for alert.resolved. */
  readonly why?: string | undefined;
  /** Who ended it by hand, and what they said. */
  readonly by?: string | undefined;
  readonly because?: string | undefined;
}

export interface Verdict {
  readonly rule: RuleFacts;
  readonly key: string;
  readonly outcome: Outcome;
  /** Outcome in a sentence. */
  readonly because: string;
  /** Parts of `when`; empty if the rule has none. */
  readonly when: readonly PartFacts[];
  readonly conditions: readonly ConditionFacts[];
  /** Wait of `for` and `absent`, or of a window that may hold less later. */
  readonly waiting?: { readonly since: number; readonly due: string } | undefined;
  /** Open alert of a rule with `until`: the event of the alert, and the parts of `until`. */
  readonly open?: { readonly since: number; readonly until: readonly PartFacts[] } | undefined;
  /** Alerts that it brought about, each with its mails. */
  readonly alerts: readonly {
    readonly seq: number;
    readonly type: string;
    readonly title: string;
    readonly unmailed?: UnmailedReason | undefined;
    readonly notices: readonly NoticeFacts[];
    readonly mails: readonly MailFacts[];
  }[];
  readonly heldBack: readonly SuppressionFacts[];
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
  /** Number of events or values in the window, from when to when on the rule's clock. */
  readonly entries: number;
  readonly from?: string | undefined;
  readonly to?: string | undefined;
  readonly measured: Readonly<Record<string, number>>;
  readonly steps?: readonly boolean[] | undefined;
  /** The events of those steps; null where none was seen. */
  readonly events?: readonly (StepEvent | null)[] | undefined;
  /** The value before, and when it was, with which the condition compares the event's. */
  readonly before?: { readonly value: number | string; readonly at: string } | undefined;
  /** When the last event came that must not be between the steps. */
  readonly brokenAt?: string | undefined;
}

export type StepEvent = Pick<EventFacts, "seq" | "type" | "subject" | "time">;

export interface SuppressionFacts {
  readonly reason: SuppressionReason;
  readonly message: string;
  readonly at: string;
  /** Up to when, where that is known; of a change in quarantine: when it was decided. */
  readonly until?: string | undefined;
  /** seq of the event that asked for the alert; absent where none is on the log. */
  readonly cause?: number | undefined;
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
  readonly at?: string | undefined;
}

export interface MailFacts {
  readonly address: string;
  /** Name of the message that it is a copy of; absent for mails of before messages had names. */
  readonly message?: string | undefined;
  /** Names of other messages, to recipients with this address, that it tells as well. */
  readonly also?: readonly string[] | undefined;
  readonly state: "waiting" | "sent" | "failed";
  readonly queuedAt: string;
  readonly attempts: number;
  /** Time of the next attempt, if the mail waits. */
  readonly nextAt?: string | undefined;
  readonly tries: readonly {
    readonly at: string;
    readonly outcome: AttemptOutcome;
    readonly answer: string;
  }[];
}

/** A decision about an alert and a receiver; times are ISO. */
export interface NoticeFacts {
  readonly receiver: string;
  /** Name of the person who alone has that receiver; absent: the settings name nobody, or several. */
  readonly person?: string | undefined;
  /** Name of the route; "" where the rule alone names the receiver. */
  readonly route: string;
  readonly reason: NoticeReason;
  /** The reason in a sentence. */
  readonly message: string;
  readonly state: NoticeState;
  readonly at: string;
  /** Up to when the reason holds, where that is known. */
  readonly until?: string | undefined;
  /** What quiets it: a silence's id, a window's name, the id of an alert. */
  readonly by?: string | undefined;
  /** The silence, if one quiets it and the log has it. */
  readonly silence?:
    | (Pick<SilenceAdded, "match" | "author" | "because"> & {
        /** What it waits for and the number of this alert, in a sentence; absent: it ends by time alone. */
        readonly grows?: string;
      })
    | undefined;
  /** Name of the message that told it, and when. */
  readonly told?: { readonly in: string; readonly at: string } | undefined;
}
