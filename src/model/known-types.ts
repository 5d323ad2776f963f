/** The types of events of one installation: the monitor's own, those of the sources, those of watched record sets. */
import type * as z from "zod";
import type { EventType } from "./event-types.ts";

/** An object of named fields. */
type ItemSchema = z.ZodObject;

export interface EventTypeFacts {
  /** Schema of `now` and `was`. */
  readonly item: ItemSchema;
  readonly about: string;
  /** Set if such events never have a `was`. */
  readonly hasNoWas?: true;
  /** The sources that tell it; absent for the monitor's own news. */
  readonly sources?: readonly string[];
  /** Kind of subject, if it is the same for all of them. */
  readonly subject?: SubjectKind;
}

export type SubjectKind = "stock" | "series" | "source";

export interface EventTypes {
  readonly known: ReadonlyMap<EventType, EventTypeFacts>;
  /** Types that the settings could have and do not: each with what a source would have to be `from`. */
  readonly possible: ReadonlyMap<string, string>;
}

export function namesOf({ known }: EventTypes): EventType[] {
  return [...known.keys()];
}
