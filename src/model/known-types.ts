/** The types of events of one installation: the built-in ones, and those of the record sets that its settings watch. */
import type * as z from "zod";
import { type EventType, eventTypes } from "./event-types.ts";

/** An object of named fields. */
type ItemSchema = z.ZodObject;

export interface EventTypeFacts {
  /** What `now` and `was` hold. */
  readonly item: ItemSchema;
  readonly about: string;
  /** Such events never have a `was`. */
  readonly hasNoWas?: true;
}

export interface EventTypes {
  readonly known: ReadonlyMap<EventType, EventTypeFacts>;
  /** Types that the settings could have and do not: each with what a source would have to be `from`. */
  readonly possible: ReadonlyMap<string, string>;
}

const builtIn = Object.entries(eventTypes) as [EventType, EventTypeFacts][];

export const builtInTypes: EventTypes = { known: new Map(builtIn), possible: new Map() };

/** The built-in types and some more. */
export function withTypes(
  more: ReadonlyMap<EventType, EventTypeFacts>,
  possible: ReadonlyMap<string, string>,
): EventTypes {
  const missing = [...possible].filter(([type]) => !more.has(type as EventType));
  return { known: new Map([...builtIn, ...more]), possible: new Map(missing) };
}

export function namesOf({ known }: EventTypes): EventType[] {
  return [...known.keys()];
}
