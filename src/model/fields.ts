/**
 * The fields that items are made of: each with what docs and editors show of it, and the words of mails. Numbers are
 * numbers, ratios are in percent, dates are ISO texts; an unknown value is absent.
 */
import * as z from "zod";
import { shortCodePattern } from "./code.ts";
import { type FieldMark, type FieldWords, fieldMarks } from "./field-marks.ts";

/** A label alone, or with how its values are shown. */
type Words = string | FieldWords;

/** A field of any kind. */
export function field<Schema extends z.ZodType>(
  schema: Schema,
  about: string,
  words: Words,
  mark: FieldMark = {},
): Schema {
  const described: z.ZodType = schema.describe(about);
  fieldMarks.add(described, { ...mark, words: typeof words === "string" ? { label: words } : words });
  return described as Schema;
}

export const text = (about: string, words: Words) => field(z.string(), about, words);
export const number = (about: string, words: Words) => field(z.number(), about, words);
/** Never less than this; said to editors and used to find conditions that cannot be true. */
export const numberFrom = (minimum: number, about: string, words: Words) =>
  field(z.number().meta({ minimum }), about, words);
/** A share in percent of all shares; `usual` is its usual range, whatever a service may send. */
export const share = (about: string, words: FieldWords) =>
  field(z.number(), `${about}, percent`, words, { unit: "percent", usual: [0, 100] });
export const amount = (about: string, label: string) =>
  field(z.number(), `${about}, shares`, { label, unit: "shares" }, { usual: [0] });
export const moment = (about: string, zone: "Z" | "+09:00", words: Words) =>
  field(z.string(), about, words, { form: "moment", zone });
export const day = (about: string, words: Words) =>
  field(z.iso.date(), `${about} (YYYY-MM-DD)`, words, { form: "day" });
/** Said to editors, and used to find codes that no stock has. */
export const code = field(
  z.string().meta({ pattern: shortCodePattern }),
  "stock code, four characters for a common stock, such as 7203 or 130A",
  "Code",
);
export const name = text("name of the company, in Japanese", "Name").optional();
