/** What stored items and their writes say of what stands, beyond what events say of it. */
import type { SourceWrite } from "../../model/commit.ts";
import type { EventDraft } from "../../model/event.ts";
import type { StandingAnswers, StandingChange, StandingDates, StandingItem } from "../../model/standing.ts";
import type { SourceState } from "../../sources/source.ts";
import { changeOf, sourceOf, withoutPassing } from "./told-changes.ts";

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
