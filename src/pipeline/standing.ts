/**
 * What stands, kept up with the log: each event is applied before rules are evaluated on it, then what a commit writes
 * without telling it. A commit that fails takes all of it back.
 */
import type { CommitBatch, SourceWrite } from "../model/commit.ts";
import type { Event, EventDraft, Fields, LogEntry } from "../model/event.ts";
import type {
  SilentChange,
  Standing,
  StandingAnswers,
  StandingChange,
  StandingDates,
  StandingItem,
} from "../model/standing.ts";
import type { SourceState } from "../sources/source.ts";

/** What stands, for the evaluation of events one after the other. */
export interface StandingView {
  /** As the active rules name it; undefined: they name nothing of it. */
  now(): Standing | undefined;
  /** An event comes on the log. */
  apply(entry: LogEntry): void;
  /** Time has come to a moment (ms since 1970), before what is committed at it; left out: it always has. */
  reach?(at: number): void;
}

export interface KeptStanding extends StandingView {
  /** The change of a commit is told: applies what it writes besides, which is to be kept with the log. */
  settle(batch: Pick<CommitBatch, "source" | "damaged">, drafts: readonly EventDraft[]): SilentChange[];
  /** The commit was written. */
  keep(): void;
  /** The commit was not written: all since the one before is taken back. */
  takeBack(): void;
}

export interface StandingParts {
  /** The answers of a source; undefined: nothing of it stands. */
  answers(source: string): StandingAnswers | undefined;
  /** All that is kept up: as the active rules name it, and what is being made ready for others. */
  all(): readonly Standing[];
  now(): Standing | undefined;
  readonly store: StandingStore;
}

interface StandingStore {
  state(source: string): Pick<SourceState, "cursor" | "item">;
  /** The state as it would be after a release: what leaves a quarantine was compared under its cursor. */
  heldState(source: string): Pick<SourceState, "cursor">;
}

export function keepStanding({ answers, all, now, store }: StandingParts): KeptStanding {
  let undo: (() => void)[] = [];
  const take = (change: StandingChange, unless: (standing: Standing) => boolean): void => {
    for (const standing of all()) {
      if (!standing.needs(change.source) || unless(standing)) continue;
      const back = standing.take(change);
      undo.push(() => void standing.take(back));
    }
  };
  const know = (source: string): void => {
    for (const standing of all())
      if (!standing.know(source, true)) undo.push(() => void standing.know(source, false));
  };
  return {
    now,
    apply({ event }) {
      const known = knownBy(event);
      if (known !== undefined) return know(known);
      const told = toldBy(event, answers);
      if (told !== undefined)
        take(told.change, (standing) => isLate(told, standing.datesOf(told.change.source, told.change.key)));
    },
    settle({ source, damaged = [] }, drafts) {
      const silent: SilentChange[] = [];
      for (const { part, ...one } of damaged) {
        if (part !== "items" || !("source" in one)) continue;
        silent.push({ source: one.source, isKnown: false });
        for (const standing of all()) beginAnew(standing, one.source);
      }
      const own = source && answers(source.name);
      if (source === undefined || own === undefined) return silent;
      const isFirst = source.cursor !== undefined && store.state(source.name).cursor === undefined;
      if (isFirst) silent.push({ source: source.name, isKnown: true });
      if (isFirst) know(source.name);
      const changes = silentChanges(source, drafts, own, store);
      for (const change of changes) take(change, () => false);
      return [...silent, ...changes];
    },
    keep() {
      undo = [];
    },
    takeBack() {
      for (const back of undo.reverse()) back();
      undo = [];
    },
  };
}

function beginAnew(standing: Standing, source: string): void {
  standing.forget(source);
  standing.know(source, false);
}

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
): StandingChange {
  const key = answers.keyOf(data.now);
  if (answers.effect(type, data.now) === "gone") return { source, key, item: undefined };
  const now = withoutPassing(data.now, answers);
  const dates = answers.datesOf(now);
  const item = { subject, now, occurred: dates.occurred, published: dates.published ?? published };
  return { source, key, item };
}

function withoutPassing(now: Fields, { passing }: StandingAnswers): Fields {
  if (passing.length === 0) return now;
  return Object.fromEntries(Object.entries(now).filter(([field]) => !passing.includes(field)));
}

export interface ToldChange {
  readonly change: StandingChange;
  readonly event: Pick<Event, "type" | "data">;
  readonly answers: StandingAnswers;
}

/** What an event says of an item; undefined: it is about none that could stand. */
export function toldBy(
  event: Event,
  answersOf: (source: string) => StandingAnswers | undefined,
): ToldChange | undefined {
  const source = sourceOf(event);
  const answers = source === undefined || event.type.startsWith("source.") ? undefined : answersOf(source);
  if (source === undefined || answers === undefined) return undefined;
  return { change: changeOf(source, event, answers), event, answers };
}

/** Whether an event tells of something older than what stood before it, or amends what did not stand. */
export function isLate(
  { event: { type, data }, answers }: ToldChange,
  before: StandingDates | undefined,
): boolean {
  if (before === undefined) return answers.effect(type, data.now) === "amended";
  return !answers.replaces(answers.datesOf(data.now), before);
}

export interface StoredChange extends StandingChange {
  readonly item: StandingItem;
  readonly amends: boolean;
}

/** Says what an event that leaves the log made of what stood before it; undefined: nothing. */
export function foldStanding(answers: StandingParts["answers"]) {
  return (
    event: Event,
    stood: (source: string, key: string) => StandingDates | undefined,
  ): StandingChange | undefined => {
    const told = toldBy(event, answers);
    if (told === undefined || isLate(told, stood(told.change.source, told.change.key))) return undefined;
    return told.change;
  };
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
function silentChanges(
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
  const own = drafts.filter((draft) => sourceOf(draft) === name && knownBy(draft) === undefined);
  const about = own.filter(
    ({ type, data }) => !type.startsWith("source.") && answers.effect(type, data.now) !== "amended",
  );
  return new Map(
    about.map((draft) => {
      const change = changeOf(name, draft, answers);
      return [change.key, change];
    }),
  );
}

function saysTheSame(one: StandingChange | undefined, other: StandingChange): boolean {
  if (one === undefined) return false;
  if (one.item === undefined || other.item === undefined) return one.item === other.item;
  const { item } = one;
  if (item.occurred !== other.item.occurred || item.published !== other.item.published) return false;
  return JSON.stringify(item.now) === JSON.stringify(other.item.now);
}
