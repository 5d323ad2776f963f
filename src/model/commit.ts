/**
 * What one poll, or any other step, writes: all of it in one transaction or nothing. The pipeline builds it,
 * the store writes it.
 */
import type { Damage } from "./damage.ts";
import type { EventDraft, LogEntry } from "./event.ts";
import type { MailDraft } from "./mail.ts";
import type { RuleMeaning, RuleMemory } from "./rule.ts";
import type { Suppression } from "./suppression.ts";

/** A source that fails now: since when (ISO), why (a closed list), and in words. */
export interface Outage {
  readonly since: string;
  readonly reason: string;
  readonly message: string;
}

/** A poll's changes that are kept back until a person decides: what is known of them without reading them. */
export interface HoldFacts {
  /** When the poll was made (ISO). */
  readonly since: string;
  /** How many items it rewrote. */
  readonly items: number;
  /** The same in words, with samples. */
  readonly message: string;
}

/** The same with the changes themselves: what the source would have told, and the state that goes with it. */
export interface Hold extends HoldFacts {
  readonly drafts: readonly EventDraft[];
  readonly put: SourceWrite["put"];
  readonly drop: SourceWrite["drop"];
  /** undefined: as it is. */
  readonly cursor: unknown;
}

/** A change that was held back and is never told, when its hold ends. */
export interface Withheld {
  readonly source: string;
  readonly type: EventDraft["type"];
  readonly subject: string;
  /** When it was held back, ms since 1970. */
  readonly since: number;
  /** A person discarded it, or its service said the old values again. */
  readonly how: "discarded" | "taken-back";
}

/** What is known of a source's publications, one each trading day; what is absent is not known, or not so. */
export interface PublicationFacts {
  /** The newest day (YYYY-MM-DD) whose publication was seen. */
  readonly published?: string;
  /** The day whose publication has not come in time, and when it was due (ISO). */
  readonly late?: { readonly day: string; readonly since: string };
}

/** What changes of one source. */
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
  /** When the service was asked, ms since 1970; left out: stays as it is. */
  readonly attemptAt?: number;
  /** The same where it gave an answer; left out: stays as it is. */
  readonly successAt?: number;
  /** Left out: stays as it is. */
  readonly publication?: PublicationFacts;
  /**
   * Left out: stays as it is. A hold is kept beside the state; `taken` makes what it holds the state and ends it,
   * `dropped` ends it alone.
   */
  readonly hold?: Hold | "taken" | "dropped";
}

/** A rule fired for a key; its cooldown counts from here. */
export interface Cooldown {
  readonly rule: string;
  readonly key: string;
  /** ms since 1970. */
  readonly firedAt: number;
}

/** What a rule remembers of a key from now on; undefined: nothing. */
export interface MemoryWrite extends RuleMemory {
  readonly body: unknown;
  /** When it is to be looked at without an event, ms since 1970; undefined: never. */
  readonly due?: number | undefined;
}

/** A mail that is given up: committed with the `mail.failed` that tells of it. */
export interface FailedMail {
  /** id of the outbox mail. */
  readonly id: number;
  readonly reason: "refused" | "expired";
  /** The mail server's last answer. */
  readonly error: string;
  /** ms since 1970. */
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
  /** Memories that are no longer those of a rule, gone before others are written. */
  readonly forget?: readonly RuleMeaning[];
  /** Queued at once. A messageId that was queued before is the same mail and is not queued again. */
  readonly mails: readonly MailDraft[];
  readonly failedMails?: readonly FailedMail[];
  /** What was found damaged: what is left of it goes, before anything else is written. */
  readonly damaged?: readonly Damage[];
  readonly meta?: Readonly<Record<string, string>>;
}
