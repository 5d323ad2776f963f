/** A table of fields as the schema of an item, so that rules are checked against it. */
import * as z from "zod";
import { fieldMarks } from "../model/field-marks.ts";
import { shortCodePattern } from "../model/fields.ts";
import type { Field, Fields } from "./record.ts";

/** Every other type of field is a text. */
const types: Readonly<Record<string, z.ZodType>> = {
  number: z.number(),
  integer: z.number(),
  boolean: z.boolean(),
  "list of texts": z.array(z.string()),
  code: z.string().meta({ pattern: shortCodePattern }),
  labels: z.record(z.string(), z.union([z.number(), z.string()])),
};

export function recordItem(fields: Fields): z.ZodObject {
  return z.object(
    Object.fromEntries(Object.entries(fields).map(([name, field]) => [name, valueSchema(field)])),
  );
}

function valueSchema({ type, required, about, unit }: Field): z.ZodType {
  const value = types[type] ?? z.string();
  const described = value.meta({ ...value.meta(), description: unit ? `${about}, ${unit}` : about });
  if (unit === "percent") fieldMarks.add(described, { unit });
  if (type === "date") fieldMarks.add(described, { form: "day" });
  return required ? described : described.optional();
}

/** Whether a field holds a number, so that it may have a tolerance. */
export function isNumeric({ type }: Field): boolean {
  return type === "number" || type === "integer";
}
