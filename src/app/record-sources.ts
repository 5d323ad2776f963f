/** The configured sets of records: as options of their sources, and as types of events. */
import type { Config } from "../config/config.ts";
import { type EventType, type RecordVerb, recordVerbs } from "../model/event-types.ts";
import { type EventTypeFacts, type EventTypes, withTypes } from "../model/known-types.ts";
import { type RecordsOptions, upstreamOf } from "../sources/index.ts";
import { recordItem } from "../upstreams/record-item.ts";
import type { RecordSet } from "../upstreams/record-set.ts";
import { recordPrefix, recordSets } from "../upstreams/record-sets.ts";
import type { UpstreamName } from "./simulated.ts";

type Settings = Pick<Config, "recordSources">;

/** In the order of the settings. */
export function recordsOptions({ recordSources }: Settings): RecordsOptions[] {
  return recordSources.flatMap(({ name, from, key, compare, tolerance, query }) => {
    const set = recordSets.get(from);
    return set === undefined ? [] : [{ name, set, key, compare, tolerance, query }];
  });
}

/** The types of events that these settings can give. */
export function eventTypesOf({ recordSources }: { recordSources: readonly { from: string }[] }): EventTypes {
  const own = new Map<EventType, EventTypeFacts>();
  for (const from of new Set(recordSources.map((source) => source.from)))
    for (const [type, facts] of typesOf(recordSets.get(from))) own.set(type, facts);
  const possible = new Map<string, string>();
  for (const set of recordSets.values()) for (const [type] of namesOf(set)) possible.set(type, set.from);
  return withTypes(own, possible);
}

/** The types of events that any settings can give. */
export function allEventTypes(): EventTypes {
  return eventTypesOf({ recordSources: [...recordSets.keys()].map((from) => ({ from })) });
}

/** The service whose data a source watches; undefined where there is no such source. */
export function serviceOf(source: string, settings: Settings): UpstreamName | undefined {
  const set = recordsOptions(settings).find(({ name }) => name === source)?.set;
  return set?.service ?? upstreamOf(source);
}

const verbs: Readonly<Record<RecordVerb, string>> = {
  added: "a new record",
  changed: "a record says something else",
  corrected: "a record says something else of the same day",
  removed: "a record is gone",
};

function namesOf(set: RecordSet): [EventType, RecordVerb][] {
  return recordVerbs.map((verb) => [`${recordPrefix(set)}.${verb}`, verb]);
}

function typesOf(set: RecordSet | undefined): [EventType, EventTypeFacts][] {
  if (set === undefined) return [];
  const item = recordItem(set.fields);
  return namesOf(set).map(([type, verb]) => {
    const hasNoWas = verb === "added" || verb === "removed";
    return [type, { item, about: `${set.about}: ${verbs[verb]}`, ...(hasNoWas && { hasNoWas }) }];
  });
}
