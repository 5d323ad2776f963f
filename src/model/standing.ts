/**
 * What stands: the items of the sources as the log has them now. Sources answer which items those are, the pipeline
 * applies each event and each silent change, and rules see the values that they name of it.
 */
import type { TradingCalendar } from "./dates.ts";
import type { Fields } from "./event.ts";

/** The days or times of an item, as its events have them. */
export interface StandingDates {
  readonly occurred?: string | undefined;
  readonly published?: string | undefined;
}

export interface StandingItem extends StandingDates {
  readonly subject: string;
  /** The item as its events show it, without what they say of how they came about. */
  readonly now: Fields;
}

/** An item stands in this form from now on, or stands no more. */
export interface StandingChange {
  readonly source: string;
  /** Name of the item in its source. */
  readonly key: string;
  /** Undefined: it stands no more. */
  readonly item: StandingItem | undefined;
}

/** A change that no event tells: of an item, or that a source was seen or begins anew. */
export type SilentChange =
  | StandingChange
  | { readonly source: string; readonly key?: undefined; readonly isKnown: boolean };

/** A silent change as it is kept: it came after the entry `seq`, and before the next. */
export interface KeptSilentChange {
  readonly id: number;
  readonly seq: number;
  readonly change: SilentChange;
}

/** A stored body as an item: `published` where the item does not say it itself. */
interface StoredItem {
  readonly now: Fields;
  /** It stands where another stored body says that its item does, and is newer than that. */
  readonly amends?: boolean;
  readonly published?: string | undefined;
}

/** Answers of a source about its items: how its events and its stored state say which of them stand. */
export interface StandingAnswers {
  /** Fields of an event's `now` that say how the event came about, and are no part of the item. */
  readonly passing: readonly string[];
  /** What an event makes of its item: it stands so now, stands no more, or is amended where it stands. */
  effect(type: string, now: Fields): "stands" | "gone" | "amended";
  /** Names an item: the same for all events about it. */
  keyOf(now: Fields): string;
  subjectOf(now: Fields): string;
  /** The days or times that the item says itself; an event's `published` counts where it says none. */
  datesOf(now: Fields): StandingDates;
  /** Whether an event takes the place of what stands of its item: not where it tells of something older. */
  replaces(now: StandingDates, before: StandingDates): boolean;
  /** The item that stands by a stored body, with the cursor that is stored with it; undefined: none. */
  stored(body: unknown, cursor: unknown): StoredItem | undefined;
  /** Undefined: no form of an item but its present one is stored. */
  readonly past: ItemPast | undefined;
}

/** The stored state of a source, as of the last commit. */
export interface StoredState {
  readonly cursor: unknown;
  item(scope: string, key: string): unknown;
}

/** Earlier forms of items, which a source stores with them: the past periods of a series. */
export interface ItemPast {
  /** The forms of an item that are stored, oldest first, its present one the last; empty where it is not stored. */
  stored(key: string, state: StoredState): readonly StandingItem[];
  /** The forms as they were before an event about the item. */
  before(forms: readonly StandingItem[], now: Fields): readonly StandingItem[];
}

/** What stands, as a set of rules sees it; kept up change by change. */
export interface Standing {
  /** Whether rules name anything of a source. */
  needs(source: string): boolean;
  /** The dates of an item that stands. */
  datesOf(source: string, key: string): StandingDates | undefined;
  /**
   * Applies a change; the answer takes it back. One that is late by the dates of what stood before it is not applied,
   * and has no answer.
   */
  take(
    change: StandingChange,
    isLate?: (before: StandingDates | undefined) => boolean,
  ): StandingChange | undefined;
  /** Notes whether a source was ever seen: before that its values are absent. Answers what was noted before. */
  know(source: string, isKnown: boolean): boolean;
  /** Nothing of a source stands any more. */
  forget(source: string): void;
  /** Names of what has more items or groups than are kept, whose values are absent since. */
  full(): readonly string[];
}

/** Whether dates are not older than others: by what they are about, then by when it was published. */
export function isNotOlder(now: StandingDates, before: StandingDates): boolean {
  const [about, aboutBefore] = [now.occurred ?? "", before.occurred ?? ""];
  if (about !== aboutBefore) return about > aboutBefore;
  return (now.published ?? "") >= (before.published ?? "");
}

/** What a set of rules names of what stands, and how it is kept. */
export interface StandingPlan {
  /** The sources that it names something of. */
  readonly sources: readonly string[];
  /** Equal for plans that keep the same. */
  readonly id: string;
  /**
   * Nothing stands in it at first.
   * @param calendar of trading days, as long as it lives; left out: weekdays
   */
  create(calendar?: TradingCalendar): Standing;
}

/** Limits of the past forms of items that a rule is given. */
export const pastLimits = {
  /** Forms of one item, the newest. */
  forms: 260,
  /** Items of one key; of more none is read. */
  items: 10,
} as const;

/** Limits of what is kept for rules. Beyond them a value is absent, and this is told. */
export const standingLimits = {
  /** Items of a source. */
  items: 200_000,
  /** Groups of a standing value. */
  groups: 50_000,
} as const;
