/** Everything that one poll, or any other step, writes: all of it in one transaction or nothing. The pipeline builds it, the store writes it. */

import type { AlertWrites } from "./alerts.ts";
import type { EventDraft, LogEntry } from "./event.ts";
import type { QueuedMail } from "./mail.ts";
import type { RuleMeaning, RuleMemory, Suppression } from "./rule.ts";
import type { Sighting } from "./sighting.ts";
import type { SilentChange } from "./standing.ts";
import type { Damage } from "./store-faults.ts";

/** A source that fails now: since when (ISO), why (a closed list), and in words. */
export interface Outage {
  readonly since: string;
  readonly reason: string;
  readonly message: string;
}

/** Reasons why a source begins anew: what was stored of it is damaged, or its service is another one now. */
export type BaselineReason = "damaged" | "origin";

/** A quarantine: facts about the changes of a poll that are not told until a person decides. */
export interface HoldFacts {
  /** Time of the poll (ISO). */
  readonly since: string;
  /** Number of items that it rewrote; while it is being stored, of the slices that are there. */
  readonly items: number;
  /** Description of the rewrite, with samples. */
  readonly message: string;
}

/** Ends of what was kept apart: a poll in parts that is no mass rewrite is told, the others end a quarantine. */
export type HoldEnd = "told" | "released" | "discarded" | "taken-back";

/**
 * Stages of what is kept apart: "storing" while not all of it is there, "gathering" while parts of its poll are still to
 * come, "held" while it is a quarantine. With an end its changes leave part by part, over a restart too.
 */
export type HoldStage = "storing" | "gathering" | "held" | HoldEnd;

/**
 * Changes that are kept apart, beside those of parts before: the events that the source would have told, and the state
 * that goes with them.
 */
export interface Hold extends HoldFacts {
  readonly stage: HoldStage;
  readonly drafts: readonly EventDraft[];
  readonly put: SourceWrite["put"];
  readonly drop: SourceWrite["drop"];
  /** Cursor after a release; undefined: unchanged. */
  readonly cursor: unknown;
}

/** A part of what is kept apart leaves it, with the write that makes it the state or leaves it out. */
export interface HoldStep {
  readonly end: HoldEnd;
  /** Place of its last event; absent: none is left. */
  readonly last?: number;
  readonly items: readonly { readonly scope: string; readonly key: string }[];
  /** Whether nothing is left behind it. */
  readonly isLast: boolean;
}

/** The next part of what is kept apart: its events, in order, and the state that goes with them. */
export interface HeldPart extends Omit<HoldStep, "end"> {
  readonly drafts: readonly EventDraft[];
  readonly put: SourceWrite["put"];
  readonly drop: SourceWrite["drop"];
  /** Cursor after the last part; undefined: unchanged, or more parts follow. */
  readonly cursor: unknown;
}

/** A change that a quarantine ended without telling. */
export interface Withheld {
  readonly source: string;
  readonly type: EventDraft["type"];
  readonly subject: string;
  /** Time at which it went into quarantine, ms since 1970. */
  readonly since: number;
  /** A person discarded it, or its service said the old values again. */
  readonly how: "discarded" | "taken-back";
}

/** Known facts about a source's publications, one each trading day; an absent one is unknown or does not apply. */
export interface PublicationFacts {
  /** The newest day (YYYY-MM-DD) whose publication was seen. */
  readonly published?: string;
  /** The day whose publication has not come in time, and when it was due (ISO). */
  readonly late?: { readonly day: string; readonly since: string };
}

/** Changes of one source. */
export interface SourceWrite {
  readonly name: string;
  /** Left out: stays as it is. */
  readonly cursor?: unknown;
  /** `body` is anything that JSON can say. */
  readonly put: readonly { readonly scope: string; readonly key: string; readonly body: unknown }[];
  readonly drop: readonly { readonly scope: string; readonly key: string }[];
  /** null: all is well. */
  readonly outage: Outage | null;
  /** The items of a first sight are told as stored: it is no longer to be said why there is one again. */
  readonly baselined?: boolean;
  /** Time of the last attempt to ask the service, ms since 1970; left out: unchanged. */
  readonly attemptAt?: number;
  /** Time of its last answer; left out: unchanged. */
  readonly successAt?: number;
  /** Left out: stays as it is. */
  readonly publication?: PublicationFacts;
  /** Left out: stays as it is. A hold is kept beside the state, together with what is kept already. */
  readonly hold?: Hold | HoldStep;
}

/** A rule fired for a key; its cooldown counts from here. */
export interface Cooldown {
  readonly rule: string;
  readonly key: string;
  /** ms since 1970. */
  readonly firedAt: number;
}

/** New state of a rule for a key; undefined: none. */
export interface MemoryWrite extends RuleMemory {
  readonly body: unknown;
  /** Time at which it is due without an event, ms since 1970; undefined: never. */
  readonly due?: number | undefined;
}

/** A mail that is given up: committed with the `mail.failed` that tells of it. */
export interface FailedMail {
  /** id of the outbox mail. */
  readonly id: number;
  /** `gone`: its address ended, which is no failure. */
  readonly reason: "refused" | "expired" | "gone";
  /** The mail server's last answer. */
  readonly error: string;
  /** ms since 1970. */
  readonly at: number;
}

/** A delivery that ended and is to be sent once more: the same message, with the same Message-ID. */
export interface DeliveryAgain {
  /** id of the row of the outbox. */
  readonly id: number;
  /** ms since 1970; its attempts and its day of retries begin here. */
  readonly at: number;
}

export interface CommitBatch {
  readonly source?: SourceWrite;
  /** Numbered head + 1, head + 2, ... in this order; anything else is a bug and throws. */
  readonly entries: readonly LogEntry[];
  readonly cooldowns: readonly Cooldown[];
  readonly memories?: readonly MemoryWrite[];
  readonly suppressions?: readonly Suppression[];
  readonly withheld?: readonly Withheld[];
  /** When what the poll found appeared on its service; none where it found nothing, or was the first. */
  readonly sightings?: readonly Sighting[];
  /** Changes of what stands that no event tells; kept with the log's head after the entries. */
  readonly silent?: readonly SilentChange[];
  /** Memories that are no longer those of a rule, gone before others are written. */
  readonly forget?: readonly RuleMeaning[];
  /** Queued at once. A messageId that was queued before is the same mail and is not queued again. */
  readonly mails: readonly QueuedMail[];
  readonly failedMails?: readonly FailedMail[];
  /** Those that wait anyway, or are no longer kept, stay as they are. */
  readonly again?: readonly DeliveryAgain[];
  /** What becomes of the life of alerts: first states, then notices, then ends. */
  readonly alerts?: AlertWrites | undefined;
  /** Damaged parts: the rest of each is deleted before anything else is written. */
  readonly damaged?: readonly Damage[];
  readonly meta?: Readonly<Record<string, string>>;
}
