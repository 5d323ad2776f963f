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
import { lookBack } from "./as-before.ts";
import { earlier, storedForms } from "./past-forms.ts";

/** What stands, for the evaluation of events one after the other. */
export interface StandingView {
  /** As the active rules name it; undefined: they name nothing of it. */
  now(): Standing | undefined;
  /** An event comes on the log. */
  apply(entry: LogEntry): void;
  /** Does some work while what stands is as it was before an entry, the one that was applied last. */
  before<T>(seq: number, work: () => T): T;
  /** The earlier forms of an item that stands before the commit of an entry, the oldest first. */
  formsOf(source: string, key: string, entry: LogEntry): readonly StandingItem[];
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
  const { applied, over, before } = lookBack(now);
  let last: Telling | undefined;
  /** Who tells an event; found once where the events of a commit come one after the other. */
  const tellingAt = (path: string): Telling => {
    if (last?.path !== path) {
      const source = sourceOf({ source: path }) ?? "";
      last = { ...{ path, source }, answers: answers(source), namedBy: namedBy(source) };
    }
    return last;
  };
  const namedBy = (source: string) => all().filter((standing) => standing.needs(source));
  /** Answers what takes it back from what the active rules see. */
  const take = (
    standings: readonly Standing[],
    change: StandingChange,
    isLate?: (before: StandingDates | undefined) => boolean,
  ): StandingChange | undefined => {
    let own: StandingChange | undefined;
    for (const standing of standings) {
      const back = standing.take(change, isLate);
      if (back === undefined) continue;
      undo.push(() => void standing.take(back));
      if (standing === now()) own = back;
    }
    return own;
  };
  const know = (source: string): void => {
    for (const standing of all())
      if (!standing.know(source, true)) undo.push(() => void standing.know(source, false));
  };
  return {
    now,
    before,
    // What was committed last is what was before this commit.
    formsOf: (source, key) => earlier(storedForms(answers(source), key, store.state(source))),
    apply({ seq, event }) {
      applied(seq, undefined);
      const known = knownBy(event);
      if (known !== undefined) return know(known);
      const telling = tellingAt(event.source);
      if (telling.namedBy.length === 0) return;
      const told = toldOf(event, telling.source, telling.answers);
      if (told !== undefined)
        applied(
          seq,
          take(telling.namedBy, told.change, (before) => isLate(told, before)),
        );
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
      const standings = changes.length === 0 ? [] : namedBy(source.name);
      for (const change of changes) take(standings, change);
      return [...silent, ...changes];
    },
    keep() {
      over();
      undo = [];
      last = undefined;
    },
    takeBack() {
      over();
      for (const back of undo.reverse()) back();
      undo = [];
      last = undefined;
    },
  };
}

/** Who tells an event, and for whom that is kept up. */
interface Telling {
  readonly path: string;
  readonly source: string;
  readonly answers: StandingAnswers | undefined;
  readonly namedBy: readonly Standing[];
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
export function toldBy(
  event: Event,
  answersOf: (source: string) => StandingAnswers | undefined,
): ToldChange | undefined {
  const source = sourceOf(event);
  return source === undefined ? undefined : toldOf(event, source, answersOf(source));
}

function toldOf(event: Event, source: string, answers: StandingAnswers | undefined): ToldChange | undefined {
  if (answers === undefined || event.type.startsWith("source.")) return undefined;
  return changeOf(source, event, answers);
}

/** Whether an event tells of something older than what stood before it, or amends what did not stand. */
export function isLate({ effect, dates, answers }: ToldChange, before: StandingDates | undefined): boolean {
  return before === undefined ? effect === "amended" : !answers.replaces(dates, before);
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
