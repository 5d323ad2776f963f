/**
 * The stage judge: gives each event its number and evaluates the rules on it, for the running monitor and for a replay of
 * the log. What rules remember is read from the store and collected beside the entries, to be written with them. Nothing
 * is written here; the current items alone move on with each event, and go back where the commit fails.
 */
import { endedByTime } from "../alerts/life/alert-facts.ts";
import { createHeap } from "../lib/collections.ts";
import type { CommitBatch } from "../model/commit.ts";
import { entryReader, type LogEntry, numbered } from "../model/event.ts";
import type { DueMemory, ReachedLimit, TimedFiring } from "../model/rule.ts";
import { appearanceOf, type Sighting } from "../model/sighting.ts";
import type { Change } from "./change.ts";
import type { House } from "./house.ts";
import { createRaising } from "./judging/raising.ts";
import {
  compareDue,
  type Remembered,
  type Remembering,
  remembering,
  type StoredStates,
} from "./judging/remembering.ts";
import { marked, type Played, rulesApart } from "./judging/simulated.ts";
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
  const sightings = sightingsOf(change, causes, at);
  const silent = house.standing?.settle(change.batch, change.drafts) ?? [];
  const entries = [...causes, ...alerts];
  const full = (house.standing?.now()?.full() ?? []).map((rule) => ({ rule, limit: "standing" as const }));
  return {
    change,
    at,
    batch: {
      ...{ ...change.batch, entries, ...evaluation, mails: [] },
      ...(sightings.length > 0 && { sightings }),
      ...(silent.length > 0 && { silent }),
    },
    limits: [...limits, ...full],
  };
}

/** The appearance of what a poll tells: of its events, the one that appeared first. */
function sightingsOf({ poll, batch }: Change, causes: readonly LogEntry[], at: number): Sighting[] {
  const answeredAt = batch.source?.successAt;
  if (poll?.asked === undefined || answeredAt === undefined) return [];
  const { name } = poll.watched.source;
  const path = `/sources/${name}`;
  const told = causes.filter(({ event }) => event.source === path && !event.type.startsWith("source."));
  const [first] = told;
  if (first === undefined) return [];
  const look = { ...poll.asked, answeredAt };
  const appearances = told.map(({ event }) => appearanceOf(event.published, look));
  const earliest = appearances.reduce((one, other) => (other.appearedAt < one.appearedAt ? other : one));
  return [{ ...look, ...earliest, seq: first.seq, source: name, committedAt: at }];
}

/** The part of the house that an evaluation needs. */
export interface EvaluatingHouse extends Pick<House, "rules" | "unmailed" | "calendar"> {
  readonly standing?: StandingView | undefined;
  readonly played?: Played | undefined;
  /** The entries are of another log than the one that states are kept with. */
  readonly isOfOtherLog?: boolean | undefined;
  readonly store: StoredStates;
}

interface Moment {
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
  const raising = createRaising(alerts, moment.place, house);
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
