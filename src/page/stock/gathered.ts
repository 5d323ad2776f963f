/** What each panel of a stock is made with. */
import type { Event } from "../../model/event.ts";
import type { EventTypes } from "../../model/event-types.ts";
import type { PastOfSubject } from "../../sources/index.ts";
import type { PastReading } from "../past/read-past.ts";
import type { ServiceTime } from "../past/service-time.ts";

export interface Gathering {
  readonly code: string;
  readonly past: PastReading;
  /** Days of the axis. */
  readonly period: { readonly from: string; readonly to: string };
  /** The axis, ms since 1970. */
  readonly from: number;
  readonly to: number;
  readonly types: EventTypes;
  readonly time: ServiceTime;
  isSimulated(event: Event): boolean;
  /** Undefined where it is not kept any more. */
  entryAt(seq: number): Event | undefined;
}

/** The past of the subject as one source has it. */
export function pastOf(source: string, past: PastReading): PastOfSubject {
  return {
    ...past,
    stored: (scope, beginning) => past.stored({ source, scope, beginning }),
    storedOne: (scope, key) => past.storedOne(source, scope, key),
    get cursor() {
      return past.cursor(source);
    },
  };
}
