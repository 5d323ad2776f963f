/** Answers of `/api/deliveries`: what was sent, waits or was given up. Times are ms since 1970. */
import type { DeliveryAttempt } from "../mail.ts";
import type { AlertMention } from "./told-alert.ts";

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
  readonly reason?: "refused" | "expired";
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
