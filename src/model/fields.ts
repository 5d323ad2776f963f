/**
 * The fields that items are made of: each with what docs and editors show of it, and the words of mails. Numbers are
 * numbers, ratios are in percent, dates are ISO texts; an unknown value is absent.
 */
import * as z from "zod";
import type { Worded } from "./language.ts";

/** Label and unit of a field in mails, and its values where they are words. */
export interface FieldWords {
  readonly label: Worded;
  /** Stands after a number. */
  readonly unit?: Worded;
  /** Values from a closed list; another one is shown as it is. */
  readonly values?: Readonly<Record<string, Worded>>;
  /** Whether digits are grouped: amounts are, numbers that name something are not. */
  readonly grouped?: false;
  /** Left out of mails: of no use to a person, or shown elsewhere in them. */
  readonly hidden?: true;
}

export interface FieldMark {
  readonly words?: FieldWords;
  readonly unit?: "percent";
  /** The least and the most that it is in life, whatever services may send. */
  readonly usual?: readonly [least: number, most?: number];
  /** Form of its texts; `dated`: a day or a moment. */
  readonly form?: "day" | "moment" | "dated" | "period";
  /** Zone of its moments; left out: any. */
  readonly zone?: "Z" | "+09:00";
}

/** Marks by the schema of a field. They stand apart from its meta, which editors see. */
export const fieldMarks = z.registry<FieldMark>();

/** The mark of a field, whether it may be absent or not. */
export function markOf(field: z.core.$ZodType): FieldMark | undefined {
  const { innerType } = field._zod.def as { innerType?: z.core.$ZodType };
  return fieldMarks.get(innerType ?? field);
}

/**
 * Stock codes. Services send five characters ("72030"), people and events use four where the fifth
 * is the 0 of a common stock ("7203", "130A"); other shares keep five ("25935").
 */
export function shortCode(code: string): string {
  return code.length === 5 && code.endsWith("0") ? code.slice(0, 4) : code;
}

/** Form of a code as people may write it, with or without the fifth character of a common stock. */
export const writtenCodeForm = /^[0-9A-Z]{4,5}$/;

/** Says what is wrong with a code of another form. */
export const noStockCode = 'a stock code has 4 or 5 digits or capital letters, such as "7203" or "130A"';

/** Pattern of a code in its short form: digits and capital letters, without the market and without the 0 of a common stock. */
export const shortCodePattern = "^[0-9A-Z]{4}[1-9A-Z]?$";

/** The short code that a person meant by another form: with a market's name, in small or wide letters, of five characters. */
export function codeMeant(text: string): string | undefined {
  const plain = text.normalize("NFKC").trim().toUpperCase();
  const meant = shortCode(plain.replace(/^[A-Z]{2,4}:|[.\s:-][A-Z]{1,4}$/g, ""));
  return new RegExp(shortCodePattern).test(meant) ? meant : undefined;
}

/** A label alone, or with how its values are shown. */
type Words = Worded | FieldWords;

const percent: Worded = { en: "%", ja: "%" };
const ofShares: Worded = { en: "shares", ja: "株" };

/** Units that several fields have. */
export const units = { percent, shares: ofShares } as const;

/** A field of any kind. */
export function field<Schema extends z.ZodType>(
  schema: Schema,
  about: string,
  words: Words,
  mark: FieldMark = {},
): Schema {
  const described: z.ZodType = schema.describe(about);
  fieldMarks.add(described, { ...mark, words: "label" in words ? words : { label: words } });
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
export const amount = (about: string, label: Worded) =>
  field(z.number(), `${about}, shares`, { label, unit: units.shares }, { usual: [0] });
export const moment = (about: string, zone: "Z" | "+09:00", words: Words) =>
  field(z.string(), about, words, { form: "moment", zone });
export const day = (about: string, words: Words) =>
  field(z.iso.date(), `${about} (YYYY-MM-DD)`, words, { form: "day" });

/** Said to editors, and used to find codes that no stock has. */
export const code = field(
  z.string().meta({ pattern: shortCodePattern }),
  "stock code, four characters for a common stock, such as 7203 or 130A",
  { en: "Code", ja: "銘柄コード" },
);
export const name = text("name of the company, in Japanese", { en: "Name", ja: "銘柄名" }).optional();

/** An object type whose fields that may be undefined may be absent instead. */
type Known<T> = { [K in keyof T as undefined extends T[K] ? never : K]: T[K] } & {
  [K in keyof T as undefined extends T[K] ? K : never]?: Exclude<T[K], undefined>;
};

/** The fields that are known: items and events leave unknown values out instead of writing them as nothing. */
export function known<T extends object>(fields: T): Known<T> {
  // In one pass: this is done for every record of every poll.
  const some: Record<string, unknown> = {};
  for (const name of Object.keys(fields)) {
    const value = fields[name as keyof T];
    if (value !== undefined) some[name] = value;
  }
  return some as Known<T>;
}

/** Names of a closed list that has words for each. */
export function namesListed<Name extends string>(words: Readonly<Record<Name, string>>): [Name, ...Name[]] {
  return Object.keys(words) as [Name, ...Name[]];
}

/** The names of a closed list, each with its words, as one text for the docs. */
export function wordsListed(words: Readonly<Record<string, string>>): string {
  return Object.entries(words)
    .map(([name, about]) => `\`${name}\`: ${about}`)
    .join("; ");
}
