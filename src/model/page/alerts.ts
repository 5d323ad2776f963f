/** Answers to the page about alerts, those that ended, and the messages that were sent about them. */
import type { Event } from "../event.ts";
import type { DeliveryAttempt } from "../mail.ts";
import type { Severity } from "../news-items.ts";
import type { Growth } from "../silence.ts";
import type { Worth } from "../worth.ts";
import type { Papers } from "./stock.ts";

/** A field in the words of mails. */
export interface WordRow {
  readonly label: string;
  readonly now: string;
  /** The value before; absent where only one value is to be shown. */
  readonly was?: string | undefined;
}

/** What changed, and the other fields of the item. */
export interface EventRows {
  readonly changes: readonly WordRow[];
  readonly details: readonly WordRow[];
}

export interface ChangesAnswer {
  /** By number of the event; one that the log does not keep is left out. */
  readonly events: Readonly<Record<string, EventRows>>;
}

/** Entries in the life of an alert: it fired, somebody knew of it, it was over, somebody said what it was worth. */
export interface AlertStep {
  readonly seq: number;
  readonly event: Event;
}

export interface AlertAnswer {
  /** Id of its first alert. */
  readonly alert: string;
  readonly rule: string;
  readonly key: string;
  readonly severity: Severity;
  readonly subject: string;
  readonly state: "firing" | "acknowledged" | "silenced" | "over";
  readonly since: string;
  /** How often it fired, as far as that is known. */
  readonly times: number;
  readonly acknowledged?: { readonly at: string; readonly by: string } | undefined;
  readonly quieted?:
    | { readonly by: string; readonly until: string; readonly grows?: Growth | undefined }
    | undefined;
  /** The growth of its number up to which it can be silenced; absent: it has no such number. */
  readonly growth?: Growth | undefined;
  /** The last answer about its worth, with the id of the alert that was named. */
  readonly rated?:
    | { readonly alert: string; readonly worth: Worth; readonly by: string; readonly at: string }
    | undefined;
  /** The newest steps, in the order of the log. */
  readonly steps: readonly AlertStep[];
  /** Whether there were earlier steps that are not here. */
  readonly hasEarlier: boolean;
  /** Rows of the event that caused its latest alert; absent where the log does not keep that. */
  readonly rows?: EventRows | undefined;
  /** Papers of what that event is about. */
  readonly papers?: Papers | undefined;
}

/** An alert that is over. */
export interface EndedAlert {
  /** Number and id of the entry that says so. */
  readonly seq: number;
  readonly id: string;
  readonly time: string;
  readonly rule: string;
  readonly key: string;
  readonly severity: Severity;
  readonly subject: string;
  readonly title: string;
  readonly why?: string | undefined;
  readonly by?: string | undefined;
}

export interface EndedAnswer {
  /** The latest first. */
  readonly alerts: readonly EndedAlert[];
  /** Number to go on before; absent: there are no earlier ones. */
  readonly next?: number | undefined;
  /** Time of the last entry that was looked at. */
  readonly searchedTo?: string | undefined;
}

/** `postponed` waits, too, after an attempt in vain. */
export type ShownState = "waiting" | "postponed" | "sent" | "failed";

export interface ShownDelivery {
  readonly id: number;
  readonly output: string;
  readonly address: string;
  /** Such as email:desk; none where the settings have none any more. */
  readonly receivers: readonly string[];
  readonly subject: string;
  readonly state: ShownState;
  readonly queuedAt: number;
  /** Time of the next attempt, where it waits. */
  readonly nextAt?: number;
  readonly endedAt?: number;
  /** Why it was given up: the other side refused it, or there was no way through for a day. */
  readonly reason?: "refused" | "expired" | "gone";
  /** The last attempts, the latest first, and the number of all. */
  readonly tries: readonly DeliveryAttempt[];
  readonly tried: number;
  /** Alerts that it tells, as far as the log has them, and whether there are more. */
  readonly alerts: readonly AlertMention[];
  readonly hasMore: boolean;
}

export interface DeliveriesAnswer {
  readonly deliveries: readonly ShownDelivery[];
  /** To be given as `before` for the next page; absent: there is none. */
  readonly next?: number;
}

/** A receiver at one of its addresses, with what the outbox has for it. */
export interface DeliveryPlace {
  readonly output: string;
  readonly receiver: string;
  readonly address: string;
  /** Each is counted up to `mostCounted`. */
  readonly counts: Readonly<Record<ShownState, number>>;
}

export interface DeliveryPlacesAnswer {
  readonly places: readonly DeliveryPlace[];
  readonly mostCounted: number;
  /** Number of places that are left out, since there are so many. */
  readonly left: number;
  /** Names of services that are simulated: their alerts may not leave to real addresses. */
  readonly simulated: readonly string[];
}

/** What became of a test message. */
export interface TrialAnswer {
  readonly ok: boolean;
  /** The other side's answer, or why there is none. */
  readonly message: string;
  readonly way?: string;
  readonly note?: string;
}

/** An alert as lists of the page name it. */
export interface AlertMention {
  /** Id of its event. */
  readonly id: string;
  readonly seq: number;
  /** ISO. */
  readonly time: string;
  readonly rule: string;
  readonly title: string;
  /** Titles in the languages that its rule has besides its own. */
  readonly titles?: Readonly<Partial<Record<"en" | "ja", string>>>;
  readonly severity: string;
  readonly subject: string;
}

/** Answer of `POST /control/alerts/answer`: what became of one answer to many alerts. */
export interface ManyAnswered {
  /** Number of alerts of which it holds now, and of those of which it held already. */
  readonly done: number;
  readonly already: number;
  /** The others, each with the reason in words. */
  readonly refused: readonly { readonly alert: string; readonly error: string }[];
}

/** Most alerts of one call: with their ids it stays under what a browser sends of a page that is being left. */
export const mostAnswered = 1_000;
