/** For editors: what a config file may hold, as JSON Schema draft 7. */
import { editorSchema } from "../lib/editor-schema.ts";
import { anyRecordSource, sourceNameForm } from "../sources/index.ts";
import { recordSets } from "../upstreams/record-sets.ts";
import { allowFilledIn, filledIn, type JsonSchema } from "./filled-in.ts";
import { configSchema } from "./schema.ts";

export function configJsonSchema(): JsonSchema {
  const whole = allowFilledIn(editorSchema(configSchema(undefined))) as Whole;
  const forms = [...recordSets.values()].map(
    (set) => allowFilledIn(editorSchema(anyRecordSource(set))) as Whole,
  );
  const { sources, ...others } = whole.properties;
  return {
    ...whole,
    title: "Yagura settings",
    description: "the settings of the monitor; docs/operating.md and docs/sources.md explain them",
    properties: {
      ...others,
      sources: {
        ...(sources as JsonSchema),
        propertyNames: { pattern: sourceNameForm.source },
        additionalProperties: { $ref: "#/definitions/recordSource" },
      },
    },
    definitions: {
      filledIn,
      recordSource: recordSource([...recordSets.keys()]),
      ...Object.assign({}, whole.definitions, ...forms.map(({ definitions }) => definitions)),
      ...Object.fromEntries([...recordSets.keys()].map((from, index) => [from, formOf(forms[index])])),
    },
  };
}

interface Whole extends JsonSchema {
  readonly properties: JsonSchema;
  readonly definitions?: JsonSchema;
}

/** Without what belongs to a whole schema. */
function formOf({ $schema, definitions, ...form }: JsonSchema = {}): JsonSchema {
  return form;
}

/** Any other source: what it may say depends on the call that it is made from. */
function recordSource(names: readonly string[]): JsonSchema {
  return {
    description: "a source that watches the records of a call; docs/sources.md lists the calls",
    type: "object",
    properties: { from: { description: "service and call that it is made from", enum: names } },
    required: ["from"],
    allOf: names.map((name) => ({
      if: { properties: { from: { const: name } } },
      // biome-ignore lint/suspicious/noThenProperty: a keyword of JSON Schema
      then: { $ref: `#/definitions/${name.replaceAll("/", "~1")}` },
    })),
  };
}
