/**
 * Tools of every diff: the stored state with its type, the writes, the items that records tell, and the drafts of
 * events. State is written by nobody else than a source's own diff, so this is the one place that trusts it.
 */
import type * as z from "zod";
import { known } from "../lib/known.ts";
import { changedFields, type EventDraft, type Fields } from "../model/event.ts";
import type { EventType } from "../model/event-types.ts";
import type { Diff, SourceState } from "./source.ts";

export function storedItems<Body>(state: SourceState, scope: string): ReadonlyMap<string, Body> {
  return state.items(scope) as ReadonlyMap<string, Body>;
}

export function storedItem<Body>(state: SourceState, scope: string, key: string): Body | undefined {
  return state.item(scope, key) as Body | undefined;
}

export function storedCursor<Cursor>(state: SourceState): Cursor | undefined {
  return state.cursor as Cursor | undefined;
}

export function saysTheSame(before: unknown, after: unknown): boolean {
  return before === after || (before !== undefined && JSON.stringify(before) === JSON.stringify(after));
}

/** Finds the writes that turn the content of a scope from `before` into `after`; equal bodies are left alone. */
export function rewrite(
  scope: string,
  before: ReadonlyMap<string, unknown>,
  after: ReadonlyMap<string, unknown>,
): Pick<Diff, "put" | "drop"> {
  const put = [...after]
    .filter(([key, body]) => !saysTheSame(before.get(key), body))
    .map(([key, body]) => ({ scope, key, body }));
  const drop = [...before.keys()].filter((key) => !after.has(key)).map((key) => ({ scope, key }));
  return { put, drop };
}

export interface Told {
  type: EventType;
  subject: string;
  published?: string | undefined;
  occurred?: string | undefined;
  /** Name of the rewritten item, if the event says that something published was rewritten. */
  rewrites?: string | undefined;
  now: Fields;
  was?: Fields | undefined;
}

/** The item that a record tells: the fields that both have; what is unknown is left out. */
export function itemOf<Shape extends z.ZodRawShape>(
  { shape }: z.ZodObject<Shape>,
  record: z.infer<z.ZodObject<Shape>>,
): z.infer<z.ZodObject<Shape>> {
  const fields: Record<string, unknown> = {};
  for (const name in shape) {
    const value = (record as Readonly<Record<string, unknown>>)[name];
    if (value !== undefined) fields[name] = value;
  }
  return fields as z.infer<z.ZodObject<Shape>>;
}

/** The draft of an event that the named source tells; what is undefined is left out. */
export function draft(sourceName: string, told: Told): EventDraft {
  const { now, was, ...rest } = told;
  const data = was === undefined ? { now } : { now, was, changed: changedFields(was, now) };
  return { ...known(rest), source: `/sources/${sourceName}`, data };
}
