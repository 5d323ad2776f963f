/**
 * What stands, kept up with the log: each event is applied before rules are evaluated on it, then what a commit writes
 * without telling it. A commit that fails takes all of it back.
 */
import type { CommitBatch } from "../../model/commit.ts";
import type { EventDraft, LogEntry } from "../../model/event.ts";
import type {
  SilentChange,
  Standing,
  StandingAnswers,
  StandingChange,
  StandingDates,
  StandingItem,
} from "../../model/standing.ts";
import {
  earlier,
  isLate,
  knownBy,
  type StandingStore,
  silentChanges,
  sourceOf,
  storedForms,
  toldOf,
} from "./changes.ts";

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

export function keepStanding({ answers, all, now, store }: StandingParts): KeptStanding {
  const { applied, over, before } = lookBack(now);
  const { take, know, forgetWay, goBack } = createWayBack({ all, now });
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
  const keep = () => {
    over();
    forgetWay();
    last = undefined;
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
    keep,
    takeBack() {
      goBack();
      keep();
    },
  };
}

/** Changes what stands, and knows the way back to how it was after the last commit. */
function createWayBack({ all, now }: Pick<StandingParts, "all" | "now">) {
  let undo: (() => void)[] = [];
  return {
    /** Answers what takes it back from what the active rules see. */
    take(
      standings: readonly Standing[],
      change: StandingChange,
      isLate?: (before: StandingDates | undefined) => boolean,
    ): StandingChange | undefined {
      let own: StandingChange | undefined;
      for (const standing of standings) {
        const back = standing.take(change, isLate);
        if (back === undefined) continue;
        undo.push(() => void standing.take(back));
        if (standing === now()) own = back;
      }
      return own;
    },
    know(source: string): void {
      for (const standing of all())
        if (!standing.know(source, true)) undo.push(() => void standing.know(source, false));
    },
    forgetWay(): void {
      undo = [];
    },
    goBack(): void {
      for (const back of undo.reverse()) back();
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

/** What stood before an entry: its change is taken back while somebody looks. */
interface AsBefore {
  /** An entry is applied: by what its change is taken back, undefined where it changes nothing. */
  applied(seq: number, back: StandingChange | undefined): void;
  /** A commit is over, written or not: its numbers may come again. */
  over(): void;
  /** Does some work while what stands is as it was before an entry, which is the last that was applied, or changed nothing. */
  before<T>(seq: number, work: () => T): T;
}

export function lookBack(now: () => Standing | undefined): AsBefore {
  let last: { readonly seq: number; readonly back: StandingChange } | undefined;
  return {
    applied(seq, back) {
      last = back && { seq, back };
    },
    over() {
      last = undefined;
    },
    before(seq, work) {
      const standing = now();
      if (standing === undefined || last?.seq !== seq) return work();
      const again = standing.take(last.back);
      try {
        return work();
      } finally {
        if (again !== undefined) standing.take(again);
      }
    },
  };
}
