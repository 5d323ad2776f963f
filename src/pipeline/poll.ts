/** Asks a source once. */
import { catchError, EMPTY, expand, filter, from, map, type Observable, of, throwError } from "rxjs";

import type { Tick } from "../lib/cron.ts";
import { Failure } from "../lib/failure.ts";
import type { Polled } from "../sources/source.ts";
import type { House, Watched } from "./house.ts";

/** The result of one poll: an answer, or the reason why there is none. */
export interface Poll {
  readonly watched: Watched;
  readonly tick: Tick;
  readonly result: Polled<unknown> | Failure;
}

/** Gives one Poll, or one for each part of it; nothing when the program stops meanwhile. Anything but a Failure is a bug and goes through. */
export function poll(watched: Watched, tick: Tick, house: House): Observable<Poll> {
  const { source } = watched;
  const context = { state: house.store.heldState(source.name), signal: house.signal };
  return from(source.poll(context)).pipe(
    // A part is committed by the time expand asks for the next: nothing after it waits.
    expand((part) => (part?.next === undefined ? EMPTY : from(part.next()))),
    filter((part) => part !== undefined),
    map((result): Poll => ({ watched, tick, result })),
    catchError((error: unknown) => {
      if (house.signal.aborted) return EMPTY;
      return error instanceof Failure ? of({ watched, tick, result: error }) : throwError(() => error);
    }),
  );
}
