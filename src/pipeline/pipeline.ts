/**
 * The product in one expression: schedule -> poll -> compare -> quarantine -> health -> judge -> notify -> commit ->
 * deliver. Each stage takes what the one before made, and adds to it.
 *
 * A poll is the only thing that waits. From its answer to the commit everything happens in one turn of the event loop,
 * so the state that the stages read is the state that commit changes. What is too much for one turn is compared in
 * steps and stored apart in slices, and leaves part by part. A source of which something stored is damaged begins anew,
 * and says so.
 */
import {
  catchError,
  concat,
  concatMap,
  defer,
  EMPTY,
  filter,
  from,
  map,
  merge,
  mergeScan,
  type Observable,
  of,
  share,
  tap,
  throwError,
} from "rxjs";
import { inTurns, nextTurn, type Steps } from "../lib/turns.ts";
import { DamagedState, StoreError } from "../model/store-faults.ts";
import type { Change, Committed, Poll } from "./change.ts";
import { commit, deliver, notify } from "./commit.ts";
import { compare, poll } from "./compare.ts";
import { lateInPause } from "./health.ts";
import type { House, timedStages } from "./house.ts";
import { judge } from "./judge.ts";
import { damagedChange } from "./news.ts";
import { type Admitted, quarantine } from "./quarantine.ts";
import { isLeaving, leaving } from "./quarantine-end.ts";
import type { PollTick, Watched } from "./schedule.ts";
import { inSlices } from "./slices.ts";

/**
 * Runs every source on its schedule and whenever a person asks for a poll, and the monitor's own news beside them. A
 * failed poll is a Change like any other. A source that makes a pause is not polled, but may be late. An error of this
 * stream is a bug and ends the process.
 */
export function pipeline(house: House): Observable<Committed> {
  const changes$: Observable<Change>[] = house.sources.map((watched) => {
    const { polls } = watched;
    const ticks$: Observable<PollTick> = merge(watched.ticks$, polls.asked$).pipe(share());
    // One that waited may meet a pause that began meanwhile.
    const polled$ = polls.run(ticks$, (tick) =>
      watched.pauses.allows(tick) ? withMended(() => compared(watched, tick, house)) : EMPTY,
    );
    const paused$ = ticks$.pipe(
      filter((tick) => !watched.pauses.allows(tick)),
      map(() => lateInPause(watched, house)),
      filter((change) => change !== undefined),
    );
    return merge(polled$, paused$);
  });
  return merge(...changes$, house.news$).pipe(
    map(timed("judge", judge, house)),
    map(timed("notify", notify, house)),
    map(timed("commit", commit, house)),
    tap((committed) => deliver(committed, house)),
  );
}

/**
 * One poll, compared with what is stored once that was looked at. What leaves a quarantine goes before it: its events
 * are older.
 */
function compared(watched: Watched, tick: PollTick, house: House): Observable<Change> {
  const { store, standing, seeding } = house;
  const waiting = store.startCheck.waiting() ?? standing?.waiting() ?? seeding?.waiting();
  if (waiting !== undefined) return from(waiting).pipe(concatMap(() => compared(watched, tick, house)));
  const polled$ = poll(watched, tick, house).pipe(
    mergeScan<Poll, Admitted | undefined>(
      (part, polled) =>
        stepped(compare(polled, house), (next) =>
          timed<void, ReturnType<typeof next>>("compare", next, house),
        ).pipe(concatMap((found) => stepped(quarantine(found, house, part?.seen)))),
      undefined,
      1,
    ),
    filter((admitted) => admitted !== undefined),
    concatMap((admitted) => inSlices(admitted, house)),
  );
  const { name } = watched.source;
  const left$ = leaving(name, house);
  // Where it could not be written, the source is not asked: its state would be of two times.
  return concat(
    left$,
    defer(() => (isLeaving(name, house.store) ? EMPTY : concat(polled$, left$))),
  );
}

/** The stage, with a note of how long each call takes where anybody wants to know. */
function timed<Input, Output>(
  stage: (typeof timedStages)[number],
  work: (input: Input, house: House) => Output,
  house: House,
): (input: Input) => Output {
  const { times } = house;
  return (input) => {
    const began = times?.elapsed() ?? 0;
    try {
      return work(input, house);
    } finally {
      times?.did(stage, times.elapsed() - began);
    }
  };
}

/** Takes the first step at once, and what more there are in turns, each measured if it is to be. */
function stepped<Done>(
  steps: Steps<Done>,
  measured: (next: () => IteratorResult<undefined, Done>) => typeof next = (next) => next,
): Observable<Done> {
  const next = measured(() => steps.next());
  return defer(() => {
    const first = next();
    return first.done === true ? of(first.value) : from(nextTurn().then(() => inTurns({ next })));
  });
}

/** A damaged hold may stand before damaged items: so often it is tried. */
const mostTries = 3;

/**
 * A poll that meets something damaged in what is stored: that goes, is told of, and the poll is made once more. A source
 * whose state cannot be read is not polled: the next tick tries again.
 */
function withMended(compared: () => Observable<Change>, tries = mostTries): Observable<Change> {
  return defer(compared).pipe(
    catchError((error: unknown) => {
      if (error instanceof StoreError) return EMPTY;
      if (!(error instanceof DamagedState)) return throwError(() => error);
      const told = of(damagedChange([error.damage]));
      // The change is committed before the poll is made again.
      return tries > 1 ? concat(told, withMended(compared, tries - 1)) : told;
    }),
  );
}
