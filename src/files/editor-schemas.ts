/** The JSON Schemas of the files that people write, for their editors. */
import { configJsonSchema } from "../config/editor-schema.ts";
import type { EventTypes } from "../model/event-types.ts";
import { notifySchemes } from "../outputs/index.ts";
import { rulesJsonSchema } from "../rules/schema/rule-schema.ts";
import { allEventTypes } from "./event-types.ts";
import type { RecordSource } from "./test-answers.ts";
import { testsJsonSchema } from "./test-file-schema.ts";

export type SchemaName = "rules" | "config" | "tests";

/** The types of events and the sets of records that rules and tests may be about. */
export interface OfSettings {
  readonly types: EventTypes;
  readonly records?: readonly RecordSource[];
}

/** @param settings those at hand; left out, all that any settings can have */
export function editorSchemaOf(name: SchemaName, settings?: OfSettings): object {
  if (name === "config") return configJsonSchema();
  const { types, records } = settings ?? { types: allEventTypes() };
  return name === "tests" ? testsJsonSchema(types, records) : rulesJsonSchema(types, notifySchemes());
}
