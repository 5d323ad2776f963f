/** JSON Schema of a config file, for editors. Any of its values may come from the environment or a file. */
import { editorSchema } from "../lib/editor-schema.ts";
import { anyRecordSource, sourceNameForm } from "../sources/index.ts";
import { type RecordSets, recordSetsOf } from "../upstreams/record-sets.ts";
import { configSchema } from "./config.ts";

/** @param recordSets those that sources can be made from; left out: those that need no settings */
export function configJsonSchema(recordSets: RecordSets = recordSetsOf()): EditorSchema {
  const whole = allowFilledIn(editorSchema(configSchema(undefined))) as Whole;
  const sets = [...recordSets.values()];
  const names = sets.map(({ from }) => from);
  const forms = sets.map((set) => allowFilledIn(editorSchema(anyRecordSource(set))) as Whole);
  const { sources, ...others } = whole.properties;
  return {
    ...whole,
    title: "Yagura settings",
    description: "the settings of the monitor; docs/operating.md and docs/sources.md explain them",
    properties: {
      ...others,
      sources: {
        ...(sources as EditorSchema),
        propertyNames: { pattern: sourceNameForm.source },
        additionalProperties: { $ref: "#/definitions/recordSource" },
      },
    },
    definitions: {
      filledIn,
      recordSource: recordSource(names),
      ...Object.assign({}, whole.definitions, ...forms.map(({ definitions }) => definitions)),
      ...Object.fromEntries(names.map((from, index) => [from, formOf(forms[index])])),
    },
  };
}

interface Whole extends EditorSchema {
  readonly properties: EditorSchema;
  readonly definitions?: EditorSchema;
}

/** Without what belongs to a whole schema. */
function formOf({ $schema, definitions, ...form }: EditorSchema = {}): EditorSchema {
  return form;
}

/** Any other source: what it may say depends on the call that it is made from. */
function recordSource(names: readonly string[]): EditorSchema {
  return {
    description: "a source that watches the records of a call; docs/sources.md lists the calls",
    type: "object",
    properties: {
      from: {
        description: "service and call that it is made from",
        anyOf: [
          { enum: names },
          { description: "a call that `upstreams.market.calls` declares", pattern: "^market/" },
        ],
      },
    },
    required: ["from"],
    allOf: names.map((name) => ({
      if: { properties: { from: { const: name } } },
      // biome-ignore lint/suspicious/noThenProperty: a keyword of JSON Schema
      then: { $ref: `#/definitions/${name.replaceAll("/", "~1")}` },
    })),
  };
}

export type EditorSchema = Readonly<Record<string, unknown>>;

/** Schema of a value that is filled in, see interpolate.ts. */
const filledIn: EditorSchema = {
  // biome-ignore lint/suspicious/noTemplateCurlyInString: as it is written in the settings
  description: "a value from the environment, ${NAME} or ${NAME:-default}, or from a file, ${file:PATH}",
  type: "string",
  pattern: "\\$\\{",
};

const scalars: readonly unknown[] = ["string", "number", "integer", "boolean"];
const annotations: readonly string[] = ["description", "default", "examples", "title"];

/** The schema in which every text, number, true and false may also be filled in, by a reference to `filledIn`. */
function allowFilledIn(schema: EditorSchema): EditorSchema {
  const inside = Object.fromEntries(Object.entries(schema).map(([key, value]) => [key, mapped(key, value)]));
  if (!scalars.includes(schema.type) || Object.keys(schema).every((key) => isFree(schema, key)))
    return inside;
  const entries = Object.entries(inside);
  const about = entries.filter(([key]) => annotations.includes(key));
  const form = entries.filter(([key]) => !annotations.includes(key));
  return {
    ...Object.fromEntries(about),
    anyOf: [Object.fromEntries(form), { $ref: "#/definitions/filledIn" }],
  };
}

/** Any text does. */
function isFree(schema: EditorSchema, key: string): boolean {
  return annotations.includes(key) || (key === "type" && schema.type === "string");
}

function mapped(key: string, value: unknown): unknown {
  if (key === "properties" || key === "definitions") return mapValues(value as EditorSchema);
  if (["items", "additionalProperties"].includes(key) && typeof value === "object" && value !== null)
    return allowFilledIn(value as EditorSchema);
  if (["anyOf", "oneOf"].includes(key)) return (value as EditorSchema[]).map(allowFilledIn);
  return value;
}

function mapValues(schemas: EditorSchema): EditorSchema {
  return Object.fromEntries(
    Object.entries(schemas).map(([name, schema]) => [name, allowFilledIn(schema as EditorSchema)]),
  );
}
