/** The types of events of an installation: the monitor's own, those of the sources, those of watched record sets. */
import { configJsonSchema } from "../config/editor-schema.ts";
import { type Declaring, recordSetsIn } from "../config/services.ts";
import type { EventType } from "../model/event.ts";
import {
  type EventTypeFacts,
  type EventTypes,
  newsTypes,
  type RecordVerb,
  recordVerbs,
} from "../model/event-types.ts";
import { notifySchemes } from "../outputs/index.ts";
import { rulesJsonSchema } from "../rules/schema/rule-schema.ts";
import { sourceTypes } from "../sources/index.ts";
import { recordItem } from "../upstreams/record.ts";
import { type RecordSet, recordPrefix } from "../upstreams/record-set.ts";
import type { RecordSets } from "../upstreams/record-sets.ts";
import type { RecordSource } from "./test-answers.ts";
import { testsJsonSchema } from "./test-file-schema.ts";

interface Settings extends Declaring {
  /** The sources that watch sets of records, and which. */
  readonly recordSources: readonly { readonly name: string; readonly from: string }[];
}

const news = Object.entries(newsTypes) as [EventType, EventTypeFacts][];

/** Types that need no settings. */
export const builtInTypes: EventTypes = {
  known: new Map([...sourceTypes, ...news]),
  possible: new Map(),
  sets: new Map([...recordSetsIn({}).keys()].map((from) => [from, false])),
};

/** The types of events that these settings can give. */
export function eventTypesOf(settings: Settings): EventTypes {
  const { recordSources } = settings;
  const known = new Map(builtInTypes.known);
  const possible = new Map<string, string>();
  const sets = new Map<string, boolean>();
  for (const set of recordSetsIn(settings).values()) {
    const sources = recordSources.filter(({ from }) => from === set.from);
    sets.set(set.from, sources.length > 0);
    if (sources.length === 0) for (const [type] of recordTypes(set)) possible.set(type, set.from);
    else for (const [type, facts] of typesOf(set, sources)) known.set(type, facts);
  }
  return { known, possible, sets };
}

/** The types of events that any settings can give, with the names of the sources that these have. */
export function allEventTypes(settings: Settings = { recordSources: [] }): EventTypes {
  const any = [...recordSetsIn(settings).keys()].map((from) => ({ from, name: from }));
  return eventTypesOf({ ...settings, recordSources: [...any, ...settings.recordSources] });
}

const verbs: Readonly<Record<RecordVerb, string>> = {
  added: "a new record",
  changed: "a record says something else",
  corrected: "a record says something else of the same day",
  removed: "a record is gone",
};

function recordTypes(set: RecordSet): [EventType, RecordVerb][] {
  return recordVerbs.map((verb) => [`${recordPrefix(set)}.${verb}`, verb]);
}

function typesOf(set: RecordSet, by: readonly { readonly name: string }[]): [EventType, EventTypeFacts][] {
  const sources = by.map(({ name }) => name);
  const item = recordItem(set.fields);
  const tracks = set.tracks && {
    fields: set.tracks,
    ...(set.occurred && { on: set.occurred }),
    ...(set.form && { form: set.form }),
  };
  return recordTypes(set).map(([type, verb]) => {
    const hasNoWas = verb === "added" || verb === "removed";
    const about = `${set.about}: ${verbs[verb]}`;
    const tracked = verb !== "removed" && tracks ? { tracks } : {};
    return [type, { item, about, sources, ...(hasNoWas && { hasNoWas }), ...tracked }];
  });
}

// The JSON Schemas of the files that people write, for their editors.
export type SchemaName = "rules" | "config" | "tests";

/** The types of events and the sets of records that rules and tests may be about. */
export interface OfSettings {
  readonly types: EventTypes;
  readonly records?: readonly RecordSource[];
  /** The sets that sources can be made from; left out: those that need no settings. */
  readonly sets?: RecordSets;
}

/** @param settings those at hand; left out, all that any settings can have */
export function editorSchemaOf(name: SchemaName, settings?: OfSettings): object {
  if (name === "config") return configJsonSchema(settings?.sets);
  const { types, records } = settings ?? { types: allEventTypes() };
  return name === "tests" ? testsJsonSchema(types, records) : rulesJsonSchema(types, notifySchemes());
}
