/** The form of a field, and of the names, in calls that the settings declare. */
import * as z from "zod";
import { filledText } from "../lib/yaml/validate-yaml.ts";
import { fieldKinds } from "../upstreams/market/declared-fields.ts";

export const meaning = z
  .strictObject({
    en: filledText().describe("in English"),
    ja: filledText().describe("in Japanese"),
  })
  .meta({ id: "meaning", examples: [{ en: "closing price", ja: "終値" }] });

export const wireName = z.string().regex(/^[A-Za-z_][A-Za-z0-9_.-]{0,99}$/, {
  error: "a name of the service has letters, digits and _",
});

const ownName = z.string().regex(/^[a-z][A-Za-z0-9]{0,59}$/, {
  error: "a name begins with a small letter and has letters and digits only",
});

const wireNames = z
  .union([wireName, z.array(wireName).min(1)], {
    error: "this takes a name of the service, or a list of names",
  })
  .transform((names) => [names].flat())
  .meta({ examples: ["C", ["Code", "LocalCode"]] });

/** Keys of every field. */
const common = {
  wire: wireNames.describe(
    "name under which the service sends it; of several, the first that holds something",
  ),
  type: z
    .enum(fieldKinds)
    .describe("what it is; percent: a number of percent, fraction: 0.01 is sent for one percent"),
  unit: filledText()
    .optional()
    .describe("unit of a number, such as JPY or shares")
    .meta({ examples: ["JPY"] }),
  length: z.int().min(1).max(40).optional().describe("how many digits there are"),
  least: z
    .int()
    .min(1)
    .max(40)
    .optional()
    .describe("how many digits are left at least where zeros before them were lost"),
  values: z
    .record(z.string(), filledText())
    .optional()
    .describe("our words for some of the service's texts; others stay")
    .meta({ examples: [{ "1": "person", "2": "company" }] }),
  unread: z
    .array(wireName)
    .optional()
    .describe("names in records within the record that are known and not read"),
  about: meaning.describe("what it means"),
  required: z.boolean().default(false).describe("true: a record without it cannot be read"),
};

const example = { wire: "C", type: "number", unit: "JPY", about: { en: "closing price", ja: "終値" } };

// Records may be within records, and within these once more.
const innermost = z.strictObject(common).meta({ id: "innermostField", examples: [example] });
const inner = withFields(innermost).meta({ id: "innerField", examples: [example] });
const outer = withFields(inner).meta({ id: "declaredField", examples: [example] });

function withFields<F extends z.ZodType>(field: F) {
  return z.strictObject({
    ...common,
    fields: z.record(ownName, field).optional().describe("fields of the records within, by our names"),
  });
}

export const declaredFields = z.record(ownName, outer);
