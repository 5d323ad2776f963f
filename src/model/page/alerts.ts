/** Answers about alerts: `/api/changes`, `/api/alert` and `/api/ended`. Texts are as they came; times are ISO. */
import type { Event } from "../event.ts";
import type { Severity } from "../news-items.ts";

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

/** Entries in the life of an alert: it fired, somebody knew of it, it was over. */
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
  readonly quieted?: { readonly by: string; readonly until: string } | undefined;
  /** The newest steps, in the order of the log. */
  readonly steps: readonly AlertStep[];
  /** Whether there were earlier steps that are not here. */
  readonly hasEarlier: boolean;
  /** Rows of the event that caused its latest alert; absent where the log does not keep that. */
  readonly rows?: EventRows | undefined;
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
