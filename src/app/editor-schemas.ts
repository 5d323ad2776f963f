/** The JSON Schemas of the files that people write, for their editors. */
import { configJsonSchema } from "../config/config-json-schema.ts";
import type { EventTypes } from "../model/known-types.ts";
import { rulesJsonSchema } from "../rules/rule-schema.ts";
import { recordSets } from "../upstreams/record-sets.ts";
import { eventTypesOf } from "./record-sources.ts";

export type SchemaName = "rules" | "config";

/** @param types the events of the settings at hand; left out, all that any settings can have */
export function editorSchemaOf(name: SchemaName, types?: EventTypes): object {
  if (name === "config") return configJsonSchema();
  return rulesJsonSchema(types ?? eventTypesOf({ recordSources: allRecordSources }));
}

const allRecordSources = [...recordSets.keys()].map((from) => ({ from }));
