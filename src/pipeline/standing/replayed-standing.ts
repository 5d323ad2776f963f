/** What stood during a past, as its log and the silent changes beside that tell it. */
import type { TradingCalendar } from "../../model/dates.ts";
import { type Event, type LogEntry, type LogReader, ownText, type StoredEntry } from "../../model/event.ts";
import type {
  KeptSilentChange,
  SilentChange,
  Standing,
  StandingAnswers,
  StandingChange,
  StandingItem,
  StandingPlan,
  StoredState,
} from "../../model/standing.ts";
import { earlier, isLate, knownBy, sourceOf, storedForms, toldBy } from "./changes.ts";
import { lookBack, type StandingView } from "./keep-standing.ts";

/** What is kept of the past. */
export interface StandingRecord extends FormsRecord {
  readonly log: Pick<LogReader, "read" | "oldest">;
  readonly silent: {
    after(place: Pick<KeptSilentChange, "seq" | "id">, limit: number): readonly KeptSilentChange[];
  };
  answers(source: string): StandingAnswers | undefined;
}

const pageSize = 1_000;

/** Entries that a replay gives itself are numbered from here on, beyond any log. */
export const firstGiven = 2 ** 52;

/** @param plan undefined: the rules name nothing of what stands */
export function replayStanding(
  plan: StandingPlan | undefined,
  record: StandingRecord,
  calendar?: TradingCalendar,
): StandingView {
  if (plan === undefined) return nothingStands;
  const standing = plan.create(calendar);
  const { applied, before } = lookBack(() => standing);
  const silent = readingOn((last?: KeptSilentChange) =>
    record.silent.after(last ?? { seq: Number.MIN_SAFE_INTEGER, id: 0 }, pageSize),
  );
  const oldest = record.log.oldest();
  const entries = readingOn((last?: Read) => record.log.read(last?.seq ?? oldest - 1, pageSize).map(readOf));
  /** Applies what changed silently after an entry that was applied, up to this one. */
  const settle = (upTo: number): void => {
    for (let next = silent.next(); next !== undefined && next.seq <= upTo; next = silent.next()) {
      applySilent(standing, next.change);
      silent.drop();
    }
  };
  const pass = (isBefore: (read: Read) => boolean): void => {
    for (let next = entries.next(); next !== undefined && isBefore(next); next = entries.next()) {
      settle(next.seq - 1);
      applied(next.seq, next.isOf(standing) ? applyEvent(standing, next.event(), record) : undefined);
      entries.drop();
    }
  };
  return {
    now: () => standing,
    before,
    formsOf: (source, key, entry) =>
      earlier(formsBefore(record, record.answers(source), { source, key, entry })),
    reach: (at) => pass(({ time }) => Date.parse(time()) < at),
    apply({ seq }: LogEntry) {
      // The end of an alert that time brings is of no log, and must not bring all of this one.
      if (seq < firstGiven) pass((read) => read.seq <= seq);
    },
  };
}

const nothingStands: StandingView = {
  now: () => undefined,
  apply: () => {},
  before: (_, work) => work(),
  formsOf: () => [],
};

interface Read {
  readonly seq: number;
  time(): string;
  /** Whether it may change what stands. */
  isOf(standing: Standing): boolean;
  event(): Event;
}

/** To parse it takes longest, and most entries are about nothing that rules name. */
function readOf({ seq, type, json }: StoredEntry): Read {
  let event: Event | undefined;
  return {
    seq,
    time: () => ownText(json, "time"),
    isOf(standing) {
      if (knownBy({ type: type as Event["type"], subject: "" }) !== undefined) return true;
      const source = sourceOf({ source: ownText(json, "source") });
      return source !== undefined && standing.needs(source);
    },
    event() {
      event ??= JSON.parse(json) as Event;
      return event;
    },
  };
}

/** Reads a list page by page, one after the other. */
function readingOn<T>(read: (last?: T) => readonly T[]) {
  let page: readonly T[] = [];
  let at = 0;
  let isOver = false;
  return {
    /** The next one, which stays so until it is dropped. */
    next(): T | undefined {
      if (at === page.length && !isOver) {
        const last = page.at(-1);
        page = read(last);
        isOver = page.length === 0;
        at = 0;
      }
      return page[at];
    },
    drop(): void {
      at += 1;
    },
  };
}

function applySilent(standing: Standing, change: SilentChange): void {
  if (change.key !== undefined) {
    if (standing.needs(change.source)) standing.take(change);
    return;
  }
  if (!change.isKnown) standing.forget(change.source);
  standing.know(change.source, change.isKnown);
}

/** Answers what takes it back. */
function applyEvent(
  standing: Standing,
  event: Event,
  { answers }: StandingRecord,
): StandingChange | undefined {
  const known = knownBy(event);
  if (known !== undefined) standing.know(known, true);
  const source = sourceOf(event);
  if (source === undefined || !standing.needs(source)) return undefined;
  const told = toldBy(event, answers);
  return told && standing.take(told.change, (before) => isLate(told, before));
}

/** The log and the stored state of a database that is not its monitor's. */
interface FormsRecord {
  readonly search: {
    oldest(question: {
      readonly subject: string;
      readonly source: string;
      readonly after: number;
      readonly limit: number;
    }): readonly StoredEntry[];
    commitOf(seq: number, time: string): { readonly first: number };
  };
  state(source: string): StoredState;
}

/** Events about one item that are taken back; where more came since, nothing is known of its past. */
const mostEvents = 5_000;

/** The forms before the commit of an entry: those of now, without what the log tells since. */
function formsBefore(
  { search, state }: FormsRecord,
  answers: StandingAnswers | undefined,
  { source, key, entry }: { readonly source: string; readonly key: string; readonly entry: LogEntry },
): readonly StandingItem[] {
  const forms = storedForms(answers, key, state(source));
  const subject = forms[0]?.subject;
  if (answers?.past === undefined || subject === undefined) return [];
  const { first } = search.commitOf(entry.seq, entry.event.time);
  const question = { subject, source: `/sources/${source}`, after: first - 1, limit: mostEvents };
  const since = search.oldest(question).map(({ json }) => JSON.parse(json) as Event);
  if (since.length === mostEvents) return [];
  const own = since.filter(({ data }) => answers.keyOf(data.now) === key);
  return own.reduceRight((known, { data }) => answers.past?.before(known, data.now) ?? known, forms);
}
