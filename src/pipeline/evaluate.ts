/**
 * Evaluates the rules on entries: everything between an event and its alerts, for the running monitor and for a replay
 * of the log.
 */
import { createHeap } from "../lib/collections.ts";
import { compareTexts } from "../lib/text/nearest.ts";
import { type LogEntry, numbered } from "../model/event.ts";
import type { UnmailedReason } from "../model/mail.ts";
import type { DueMemory, Firing, TimedFiring } from "../model/rule.ts";
import type { House } from "./house.ts";
import { alertDraft } from "./judging/alert-entry.ts";
import { type Remembered, type Remembering, remembering, type StoredStates } from "./judging/remembering.ts";
import { type Played, rulesApart } from "./judging/simulated.ts";
import type { StandingView } from "./standing/keep-standing.ts";

/** The part of the house that an evaluation needs. */
export interface EvaluatingHouse extends Pick<House, "rules" | "unmailed" | "calendar"> {
  readonly standing?: StandingView | undefined;
  readonly played?: Played | undefined;
  /** The entries are of another log than the one that states are kept with. */
  readonly isOfOtherLog?: boolean | undefined;
  readonly store: StoredStates;
}

export interface Moment {
  /** ms since 1970. */
  readonly at: number;
  /** The next place on the log, a new one at each call. */
  place(): Parameters<typeof numbered>[1];
}

export type Evaluated = Remembered & { readonly alerts: readonly LogEntry[] };

/** Length of a day in ISO form. */
const isoDay = 10;
/** Most due rules evaluated at once when no entries came; the rest follows in the next commit. */
const mostDueAlone = 500;

/**
 * Takes what is due and the entries in the order of the queue. Gives the alerts in the order of their causes, after those
 * that were due before them; those of one moment in the order of their rules and keys.
 */
export function evaluateEntries(
  entries: readonly LogEntry[],
  moment: Moment,
  house: EvaluatingHouse,
): Evaluated {
  const { store, standing, isOfOtherLog } = house;
  const alerts: LogEntry[] = [];
  let { at } = moment;
  const remembered = remembering(store, { entries, alerts }, house.calendar(), () => at);
  const stands = standing?.now();
  const { before, formsOf } = standing ?? {};
  const judging = { ...remembered, isOfOtherLog, ...(stands && { standing: stands, before, formsOf }) };
  const asked = rulesApart(house.rules(), house.played);
  const raising = createRaising(alerts, moment, house);
  const ask = (entry: LogEntry) => raising.raise(asked.match(entry, judging), entry);
  const queue = createQueue(entries, moment.at, remembered);
  // Rules that were due before these entries came are evaluated before them, and as of then, so a replay does the same.
  // All of them, since the entries may end a wait; without entries the rest follows next time.
  queue.addDue(store.dueMemories(moment.at, entries.length > 0 ? undefined : mostDueAlone));
  let given: TimedFiring[] = [];
  // One mail a cause, and the alerts in the order in which they came due.
  const raiseGiven = () => {
    const heard = raising.raiseTimed(given, judging.entry);
    given = [];
    // Rules about such alerts are asked as of then, too. It ends, since no rule is about its own alerts in the end.
    for (const alert of heard) heard.push(...ask(alert));
  };
  for (let step = queue.next(); step !== undefined; step = queue.next()) {
    if ("due" in step) {
      if (step.due !== at) raiseGiven();
      at = step.due;
      standing?.reach?.(at);
      const firing = asked.pass(step, judging);
      if (firing) given.push(firing);
      queue.passed(step);
      continue;
    }
    raiseGiven();
    at = moment.at;
    if (step.isEvent) standing?.apply(step.entry);
    queue.addAlerts(ask(step.entry));
  }
  raiseGiven();
  return { alerts, ...judging.writes() };
}

/** What is evaluated next: a state that is due by time, or an entry. */
type Step = DueMemory | { readonly entry: LogEntry; readonly isEvent: boolean };

interface Queue {
  addDue(memories: readonly DueMemory[]): void;
  /** Alerts come after all events, as on the log. */
  addAlerts(alerts: readonly LogEntry[]): void;
  /** Takes note that a due state was evaluated: it may be due once more before the next entry. */
  passed(memory: DueMemory): void;
  next(): Step | undefined;
}

/**
 * The order of an evaluation. States that are due come in the order of their moments, before the entry that is published
 * after them: when several late entries come at once, also between two of them.
 */
function createQueue(entries: readonly LogEntry[], at: number, remembered: Remembering): Queue {
  const waiting = [...entries];
  const due = createHeap<DueMemory>((a, b) => compareDue(a, b) < 0);
  let taken = 0;
  /** Up to when states are due before the next entry, and the entry for which that was looked at; ms since 1970. */
  let [until, looked] = [at, -1];
  const addDue = (memories: readonly DueMemory[]) => {
    for (const memory of memories) due.add(memory);
  };
  return {
    addDue,
    addAlerts: (alerts) => void waiting.push(...alerts),
    passed(memory) {
      const again = remembered.dueOf(memory);
      if (entries.length > 0 && again !== undefined && again <= until) due.add({ ...memory, due: again });
    },
    next() {
      const entry = waiting[taken];
      if (due.first() === undefined && entry !== undefined && looked < taken) {
        looked = taken;
        if (remembered.isDueAgain(at)) {
          until = Math.min(at, momentOf(entry));
          addDue(remembered.dueAgain(until));
        }
      }
      const memory = due.first();
      if (memory !== undefined) {
        due.drop();
        return memory;
      }
      if (entry === undefined) return undefined;
      taken += 1;
      return { entry, isEvent: taken <= entries.length };
    },
  };
}

/** The time at which an entry was published, or seen if its service says only the day; ms since 1970. */
function momentOf({ event: { published, time } }: LogEntry): number {
  return Date.parse(published !== undefined && published.length > isoDay ? published : time);
}

/** Orders due states by time, and those of one moment by rule and key, as the store gives them. */
export function compareDue(a: DueMemory, b: DueMemory): number {
  return a.due - b.due || compareTexts(a.rule, b.rule) || compareTexts(a.key, b.key);
}

function groupedByCause(given: readonly TimedFiring[]): Map<number, TimedFiring[]> {
  const byCause = new Map<number, TimedFiring[]>();
  for (const firing of given) {
    const own = byCause.get(firing.causeSeq);
    if (own === undefined) byCause.set(firing.causeSeq, [firing]);
    else own.push(firing);
  }
  return byCause;
}

const none: readonly LogEntry[] = [];

/** Makes the alerts of firings, in order, and adds them to those of the evaluation. */
function createRaising(alerts: LogEntry[], moment: Moment, house: EvaluatingHouse) {
  const lists = house.rules().watchlists;
  const put = (firing: Firing, cause: LogEntry, unmailed: UnmailedReason | undefined): LogEntry => {
    const alert = numbered(alertDraft(firing, cause, { unmailed, lists }), moment.place());
    alerts.push(alert);
    return alert;
  };
  return {
    raise(firings: readonly Firing[], cause: LogEntry): readonly LogEntry[] {
      if (firings.length === 0) return none;
      const unmailed = house.unmailed(firings, cause);
      return firings.map((firing, index) => put(firing, cause, unmailed[index]));
    },
    /** Alerts of one moment in the order given, whose mails are decided for each cause together. */
    raiseTimed(given: readonly TimedFiring[], causeAt: (seq: number) => LogEntry | undefined): LogEntry[] {
      if (given.length === 0) return [];
      const plans = new Map<
        TimedFiring,
        { readonly cause: LogEntry; readonly unmailed: UnmailedReason | undefined }
      >();
      for (const [causeSeq, own] of groupedByCause(given)) {
        const cause = causeAt(causeSeq);
        if (cause === undefined) continue;
        const unmailed = house.unmailed(
          own.map(({ firing }) => firing),
          cause,
        );
        for (const [index, one] of own.entries()) plans.set(one, { cause, unmailed: unmailed[index] });
      }
      return given.flatMap((one) => {
        const { cause, unmailed } = plans.get(one) ?? {};
        return cause ? put(one.firing, cause, unmailed) : [];
      });
    },
  };
}
