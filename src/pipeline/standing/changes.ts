/** What events, stored items and their writes say of what stands. */
import type { SourceWrite } from "../../model/commit.ts";
import type { Event, EventDraft, Fields } from "../../model/event.ts";
import {
  pastLimits,
  type StandingAnswers,
  type StandingChange,
  type StandingDates,
  type StandingItem,
  type StoredState,
} from "../../model/standing.ts";
import { DamagedState } from "../../model/store-faults.ts";
import type { SourceState } from "../../sources/source.ts";

type AnswersOf = (source: string) => StandingAnswers | undefined;

const sourcePath = "/sources/";

export function sourceOf({ source }: Pick<Event, "source">): string | undefined {
  return source.startsWith(sourcePath) ? source.slice(sourcePath.length) : undefined;
}

/** The source whose first sight an event tells. */
export function knownBy({ type, subject }: Pick<Event, "type" | "subject">): string | undefined {
  return type === "source.baselined" ? subject : undefined;
}

/** What an event about an item makes of what stands. */
function changeOf(
  source: string,
  { type, subject, published, data }: Pick<EventDraft, "type" | "subject" | "published" | "data">,
  answers: StandingAnswers,
): ToldChange {
  const key = answers.keyOf(data.now);
  const effect = answers.effect(type, data.now);
  const dates = answers.datesOf(data.now);
  if (effect === "gone") return { change: { source, key, item: undefined }, effect, dates, answers };
  const now = withoutPassing(data.now, answers);
  const item = { subject, now, occurred: dates.occurred, published: dates.published ?? published };
  return { change: { source, key, item }, effect, dates, answers };
}

function withoutPassing(now: Fields, { passing }: StandingAnswers): Fields {
  if (passing.length === 0) return now;
  return Object.fromEntries(Object.entries(now).filter(([field]) => !passing.includes(field)));
}

export interface ToldChange {
  readonly change: StandingChange;
  readonly effect: ReturnType<StandingAnswers["effect"]>;
  /** Those that the item says itself. */
  readonly dates: StandingDates;
  readonly answers: StandingAnswers;
}

/** What an event says of an item; undefined: it is about none that could stand. */
export function toldBy(event: Event, answersOf: AnswersOf): ToldChange | undefined {
  const source = sourceOf(event);
  return source === undefined ? undefined : toldOf(event, source, answersOf(source));
}

export function toldOf(
  event: Event,
  source: string,
  answers: StandingAnswers | undefined,
): ToldChange | undefined {
  if (answers === undefined || event.type.startsWith("source.")) return undefined;
  return changeOf(source, event, answers);
}

/** Whether an event tells of something older than what stood before it, or amends what did not stand. */
export function isLate({ effect, dates, answers }: ToldChange, before: StandingDates | undefined): boolean {
  return before === undefined ? effect === "amended" : !answers.replaces(dates, before);
}

/** Says what an event that leaves the log made of what stood before it; undefined: nothing. */
export function foldStanding(answers: AnswersOf) {
  return (
    event: Event,
    stood: (source: string, key: string) => StandingDates | undefined,
  ): StandingChange | undefined => {
    const told = toldBy(event, answers);
    if (told === undefined || isLate(told, stood(told.change.source, told.change.key))) return undefined;
    return told.change;
  };
}

// Stored items and their writes.

export interface StandingStore {
  state(source: string): Pick<SourceState, "cursor" | "item">;
  /** The state as it would be after a release: what leaves a quarantine was compared under its cursor. */
  heldState(source: string): Pick<SourceState, "cursor">;
}

export interface StoredChange extends StandingChange {
  readonly item: StandingItem;
  readonly amends: boolean;
}

/** The item that stands by a stored body. */
export function storedChange(
  source: string,
  body: unknown,
  cursor: unknown,
  answers: StandingAnswers,
): StoredChange | undefined {
  const stored = body === undefined ? undefined : answers.stored(body, cursor);
  if (stored === undefined) return undefined;
  const { published, amends = false } = stored;
  const now = withoutPassing(stored.now, answers);
  const dates = answers.datesOf(now);
  const item = {
    ...{ subject: answers.subjectOf(now), now, occurred: dates.occurred },
    published: dates.published ?? published,
  };
  return { source, key: answers.keyOf(now), item, amends };
}

/** Whether a stored item takes the place of another of its key: several stored bodies may be of one item. */
export function isNewest(
  { item, amends }: StoredChange,
  other: StandingDates | undefined,
  { replaces }: StandingAnswers,
): boolean {
  return other === undefined ? !amends : replaces(item, other);
}

/**
 * What a write changes of what stands beyond what the events of its commit say: first sights, rewrites that were
 * discarded, what is too small or too old to be told.
 */
export function silentChanges(
  write: SourceWrite,
  drafts: readonly EventDraft[],
  answers: StandingAnswers,
  store: StandingStore,
): StandingChange[] {
  const { name, put, drop } = write;
  if (put.length + drop.length === 0) return [];
  const state = store.state(name);
  const { cursor: before } = state;
  const cursor = write.cursor ?? store.heldState(name).cursor;
  const stoodBy = (scope: string, key: string) => storedChange(name, state.item(scope, key), before, answers);
  const told = toldChanges(name, drafts, answers);
  const stands = new Map<string, StandingChange>();
  const stood = new Map<string, StandingChange>();
  for (const { scope, key } of drop) {
    const was = stoodBy(scope, key);
    if (was !== undefined) stands.set(was.key, { ...was, item: undefined });
  }
  for (const { scope, key, body } of put) {
    const is = storedChange(name, body, cursor, answers);
    const isTold = is !== undefined && saysTheSame(told.get(is.key), is);
    const was = isTold ? undefined : stoodBy(scope, key);
    if (was !== undefined) stood.set(was.key, was);
    if (was !== undefined && was.key !== is?.key && !stands.get(was.key)?.item)
      stands.set(was.key, { ...was, item: undefined });
    if (is !== undefined && (isTold || isNewest(is, stands.get(is.key)?.item, answers)))
      stands.set(is.key, is);
  }
  return [...stands.values()].filter((is) => !saysTheSame(told.get(is.key) ?? stood.get(is.key), is));
}

/** What the events of a source say last of each item; an amendment may be of something older than what stands. */
function toldChanges(
  name: string,
  drafts: readonly EventDraft[],
  answers: StandingAnswers,
): ReadonlyMap<string, StandingChange> {
  const changes = new Map<string, StandingChange>();
  for (const draft of drafts) {
    if (sourceOf(draft) !== name || draft.type.startsWith("source.")) continue;
    const { change, effect } = changeOf(name, draft, answers);
    if (effect !== "amended") changes.set(change.key, change);
  }
  return changes;
}

function saysTheSame(one: StandingChange | undefined, other: StandingChange): boolean {
  if (one === undefined) return false;
  if (one.item === undefined || other.item === undefined) return one.item === other.item;
  const { item } = one;
  if (item.occurred !== other.item.occurred || item.published !== other.item.published) return false;
  return JSON.stringify(item.now) === JSON.stringify(other.item.now);
}

// Earlier forms of items, such as the past periods of a series.

/** Those that are stored, the present one the last; none of what is damaged, which its next poll tells. */
export function storedForms(
  answers: StandingAnswers | undefined,
  key: string,
  state: StoredState,
): readonly StandingItem[] {
  if (answers?.past === undefined || state.cursor === undefined) return [];
  try {
    return answers.past.stored(key, state);
  } catch (error) {
    if (!(error instanceof DamagedState)) throw error;
    return [];
  }
}

/** Without the present one, which stands; the newest of too many. */
export function earlier(forms: readonly StandingItem[]): readonly StandingItem[] {
  return forms.slice(-pastLimits.forms - 1, -1);
}
