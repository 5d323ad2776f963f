/** A poll that meets something damaged in what is stored: that goes, is told of, and the poll is made once more. */
import { catchError, concat, defer, EMPTY, type Observable, of, throwError } from "rxjs";
import { DamagedState } from "../model/damage.ts";
import { StoreError } from "../model/store-error.ts";
import { damagedChange } from "./damage.ts";
import type { Change } from "./diff.ts";

/** A damaged hold may stand before damaged items: so often it is tried. */
const mostTries = 3;

/** A source whose state cannot be read is not polled: the next tick tries again. */
export function withMended(compared: () => Observable<Change>, tries = mostTries): Observable<Change> {
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
