/**
 * The stage judge: gives each event its number and evaluates the rules on it. What they remember is read from the store
 * and collected beside it, to be written with the entries. Pure but for that reading.
 */
import { endedByTime } from "../alerts/life/by-time.ts";
import { createHeap, createPairMap } from "../lib/collections.ts";
import { compareTexts } from "../lib/text/compare-texts.ts";
import type { CommitBatch, Cooldown, MemoryWrite } from "../model/commit.ts";
import { type LogEntry, numbered } from "../model/event.ts";
import type { UnmailedReason } from "../model/mail.ts";
import {
  type DueMemory,
  type Evaluation,
  type Firing,
  memoryLimits,
  type ReachedLimit,
  type RuleMemory,
  type Suppression,
  type TimedFiring,
} from "../model/rule.ts";
import type { TradingCalendar } from "../model/trading-calendar.ts";
import type { Change } from "./change.ts";
import type { House } from "./house.ts";
import { alertDraft } from "./judging/alert-entry.ts";
import { marked, type Played, rulesApart } from "./judging/simulated.ts";
import { entryReader } from "./notify.ts";
import type { StandingView } from "./standing/keep-standing.ts";

export interface Judged {
  readonly change: Change;
  readonly batch: CommitBatch;
  /** Limits of rules' states that are reached. */
  readonly limits: readonly ReachedLimit[];
  /** The moment as of which it is judged, ms since 1970. */
  readonly at: number;
}

/** Numbers what time alone has ended and the events of a change, then the alerts that they raise. */
export function judge(change: Change, house: House): Judged {
  const { epoch } = house.store.log;
  const at = house.now();
  const time = new Date(at).toISOString();
  let seq = house.store.log.head();
  const place = () => ({ epoch, seq: ++seq, time });
  const entryAt = entryReader([], house.store.log);
  const ended = house.alerts ? endedByTime(house.alerts.memory, at, entryAt) : [];
  const causes = [...ended, ...change.drafts].map((draft) =>
    numbered(marked(draft, house.played, entryAt), place()),
  );
  const { alerts, limits, ...evaluation } = evaluateEntries(causes, { at, place }, house);
  const silent = house.standing?.settle(change.batch, change.drafts) ?? [];
  const entries = [...causes, ...alerts];
  const full = (house.standing?.now()?.full() ?? []).map((rule) => ({ rule, limit: "standing" as const }));
  return {
    ...{ change, at },
    batch: { ...change.batch, entries, ...evaluation, mails: [], ...(silent.length > 0 && { silent }) },
    limits: [...limits, ...full],
  };
}

/** The part of the house that an evaluation needs. */
export interface EvaluatingHouse extends Pick<House, "rules" | "unmailed" | "calendar"> {
  readonly standing?: StandingView | undefined;
  readonly played?: Played | undefined;
  /** The entries are of another log than the one that states are kept with. */
  readonly isOfOtherLog?: boolean | undefined;
  readonly store: Pick<House["store"], "firedAt" | "recall" | "rememberedKeys" | "dueMemories"> & {
    readonly log: Pick<House["store"]["log"], "read">;
  };
}

export interface Moment {
  /** ms since 1970. */
  readonly at: number;
  /** The next place on the log, a new one at each call. */
  place(): Parameters<typeof numbered>[1];
}

export type Evaluated = Required<Pick<CommitBatch, "cooldowns" | "memories" | "suppressions">> & {
  readonly alerts: readonly LogEntry[];
  /** Limits of rules' states that are reached. */
  readonly limits: readonly ReachedLimit[];
};

const none: readonly LogEntry[] = [];
/** Length of a day in ISO form. */
const isoDay = 10;
/** Most due rules evaluated at once when no entries came; the rest follows in the next commit. */
const mostDueAlone = 500;

/**
 * Evaluates the rules on entries: everything between an event and its alerts, for the running monitor and for
 * a replay of the log. Gives the alerts in the order of their causes, after those that were due before them; those of one
 * moment in the order of their rules and keys.
 */
export function evaluateEntries(
  entries: readonly LogEntry[],
  moment: Moment,
  house: EvaluatingHouse,
): Evaluated {
  const { store, standing, isOfOtherLog } = house;
  const alerts: LogEntry[] = [];
  const rules = house.rules();
  const asked = rulesApart(rules, house.played);
  let { at } = moment;
  const remembered = remembering(store, { entries, alerts }, house.calendar(), () => at);
  const stands = standing?.now();
  const { before, formsOf } = standing ?? {};
  const judging = { ...remembered, isOfOtherLog, ...(stands && { standing: stands, before, formsOf }) };
  const put = (firing: Firing, cause: LogEntry, unmailed: UnmailedReason | undefined): LogEntry => {
    const draft = alertDraft(firing, cause, { unmailed, lists: rules.watchlists });
    const alert = numbered(draft, moment.place());
    alerts.push(alert);
    return alert;
  };
  const raise = (firings: readonly Firing[], cause: LogEntry): readonly LogEntry[] => {
    if (firings.length === 0) return none;
    const unmailed = house.unmailed(firings, cause);
    return firings.map((firing, index) => put(firing, cause, unmailed[index]));
  };
  const ask = (entry: LogEntry) => raise(asked.match(entry, judging), entry);
  const isAll = entries.length > 0;
  // In the order of their moments, also of those that are due again until then.
  const passAll = (first: readonly DueMemory[], until: number) => {
    const due = createHeap<DueMemory>((a, b) => compareDue(a, b) < 0);
    for (const memory of first) due.add(memory);
    let given: TimedFiring[] = [];
    // One mail a cause, and the alerts in the order in which they came due.
    const raiseGiven = () => {
      const plans = new Map<
        TimedFiring,
        { readonly cause: LogEntry; readonly unmailed: UnmailedReason | undefined }
      >();
      for (const [causeSeq, own] of groupedByCause(given)) {
        const cause = judging.entry(causeSeq);
        if (cause === undefined) continue;
        const firings = own.map(({ firing }) => firing);
        const unmailed = house.unmailed(firings, cause);
        for (const [index, said] of own.entries()) plans.set(said, { cause, unmailed: unmailed[index] });
      }
      const heard = given.flatMap((said) => {
        const { cause, unmailed } = plans.get(said) ?? {};
        return cause ? put(said.firing, cause, unmailed) : [];
      });
      // Rules about such alerts are asked as of then, too. It ends, since no rule is about its own alerts in the end.
      for (const alert of heard) heard.push(...ask(alert));
      given = [];
    };
    for (let memory = due.first(); memory !== undefined; memory = due.first()) {
      due.drop();
      if (memory.due !== at) raiseGiven();
      at = memory.due;
      standing?.reach?.(at);
      const said = asked.pass(memory, judging);
      if (said) given.push(said);
      const again = judging.dueOf(memory);
      if (isAll && again !== undefined && again <= until) due.add({ ...memory, due: again });
    }
    raiseGiven();
    at = moment.at;
  };
  // Rules that were due before these entries came are evaluated before them, and as of then, so a replay does the same.
  // All of them, since the entries may end a wait; without entries the rest follows next time.
  passAll(store.dueMemories(moment.at, isAll ? undefined : mostDueAlone), moment.at);
  const passUpTo = (entry: LogEntry): void => {
    // When several late entries come at once, rules that were due between two of them are evaluated between them.
    if (!judging.isDueAgain(moment.at)) return;
    const until = Math.min(moment.at, momentOf(entry));
    passAll(judging.dueAgain(until), until);
  };
  const heard: LogEntry[] = [];
  for (const entry of entries) {
    passUpTo(entry);
    standing?.apply(entry);
    heard.push(...ask(entry));
  }
  // Alerts come after all events, as on the log.
  for (const alert of heard) {
    passUpTo(alert);
    heard.push(...ask(alert));
  }
  return { alerts, ...judging.writes() };
}

function groupedByCause(given: readonly TimedFiring[]): Map<number, TimedFiring[]> {
  const byCause = new Map<number, TimedFiring[]>();
  for (const said of given) byCause.set(said.causeSeq, [...(byCause.get(said.causeSeq) ?? []), said]);
  return byCause;
}

/** The time at which an entry was published, or seen if its service says only the day; ms since 1970. */
function momentOf({ event: { published, time } }: LogEntry): number {
  return Date.parse(published !== undefined && published.length > isoDay ? published : time);
}

/** Orders due states by time, and those of one moment by rule and key, as the store gives them. */
export function compareDue(a: DueMemory, b: DueMemory): number {
  return a.due - b.due || compareTexts(a.rule, b.rule) || compareTexts(a.key, b.key);
}

/** States of rules during an evaluation: the stored states, and over them the changes that these entries made. */
interface Remembering extends Evaluation {
  /** Time at which a state that was just changed is due without an event, ms since 1970; undefined: never. */
  dueOf(memory: RuleMemory): number | undefined;
  /** States that were evaluated and are due again at a moment (ms since 1970) or before it, the longest due first. */
  dueAgain(at: number): DueMemory[];
  /** Whether there may be any such. */
  isDueAgain(at: number): boolean;
  /** Everything to store with the entries. */
  writes(): Omit<Evaluated, "alerts" | "mails">;
}

/**
 * @param judged the entries to evaluate, and the alerts about them so far
 * @param now the moment as of which rules are evaluated, ms since 1970
 */
function remembering(
  store: EvaluatingHouse["store"],
  judged: { readonly entries: readonly LogEntry[]; readonly alerts: readonly LogEntry[] },
  calendar: TradingCalendar,
  now: () => number,
): Remembering {
  const memories = createPairMap<MemoryWrite>();
  const cooldowns = createPairMap<Cooldown>();
  const suppressions: Suppression[] = [];
  // States that were read and were not there; and rules that forgot entries of a key.
  const unknown = createPairMap<RuleMemory>();
  const full = new Set<string>();
  let soonest = Number.POSITIVE_INFINITY;
  const limits = (): ReachedLimit[] => {
    const added = new Map<string, number>();
    for (const { rule, key } of unknown.values())
      if (memories.get(rule, key)?.body !== undefined) added.set(rule, (added.get(rule) ?? 0) + 1);
    const over = [...added].filter(([rule, keys]) => store.rememberedKeys(rule) + keys > memoryLimits.keys);
    return [
      ...over.map(([rule]) => ({ rule, limit: "keys" as const })),
      ...[...full].map((rule) => ({ rule, limit: "entries" as const })),
    ];
  };
  return {
    calendar,
    now,
    recall(memory) {
      const written = memories.get(memory.rule, memory.key);
      if (written?.meaning === memory.meaning) return written.body;
      const stored = store.recall(memory);
      if (stored === undefined) unknown.set(memory.rule, memory.key, memory);
      return stored;
    },
    remember({ rule, meaning, key }, body, { due, isFull = false } = {}) {
      if (isFull) full.add(rule);
      memories.set(rule, key, { rule, meaning, key, body, due });
      if (due !== undefined && due < soonest) soonest = due;
    },
    dueOf: ({ rule, key }) => memories.get(rule, key)?.due,
    firedAt: (rule, key) => cooldowns.get(rule, key)?.firedAt ?? store.firedAt(rule, key),
    fired: (rule, key) => void cooldowns.set(rule, key, { rule, key, firedAt: now() }),
    entry(seq) {
      // Alerts are numbered one after another.
      const alert = judged.alerts[seq - (judged.alerts[0]?.seq ?? seq)];
      const known = judged.entries.find((entry) => entry.seq === seq) ?? alert;
      if (known !== undefined) return known;
      const [stored] = store.log.read(seq - 1, 1);
      return stored?.seq === seq ? { seq, event: JSON.parse(stored.json) } : undefined;
    },
    suppress: (suppressed) => void suppressions.push({ ...suppressed, at: now() }),
    isDueAgain: (at) => soonest <= at,
    dueAgain(at) {
      const waiting = memories
        .values()
        .flatMap(({ rule, meaning, key, due }) => (due === undefined ? [] : [{ rule, meaning, key, due }]));
      // States that are given are set anew when they have been evaluated.
      soonest = waiting.reduce(
        (least, { due }) => (due > at ? Math.min(least, due) : least),
        Number.POSITIVE_INFINITY,
      );
      return waiting.filter(({ due }) => due <= at).sort((one, other) => one.due - other.due);
    },
    writes: () => ({
      cooldowns: cooldowns.values(),
      memories: memories.values(),
      suppressions,
      limits: limits(),
    }),
  };
}
