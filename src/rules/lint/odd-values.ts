/** Values that are written out in a condition, and that the field they are compared with never has, or hardly. */
import type * as z from "zod";
import type { Path } from "../../lib/yaml/parse-yaml.ts";
import { inJapan, isDay, isMoment } from "../../model/dates.ts";
import type { EventType } from "../../model/event.ts";
import type { EventTypes } from "../../model/event-types.ts";
import { type FieldMark, markOf as markOfField } from "../../model/fields.ts";
import { children, literalText, mirrored, type Node } from "../cel/syntax.ts";
import { type Finding, type RuleLinted, readCondition } from "./check-condition.ts";
import { literalValue, pathOf } from "./ranges.ts";

/** @param types of the events that the condition is asked of */
export function findOddValues(node: Node, types: readonly EventType[], known: EventTypes): Finding[] {
  const around = { mark: (path: string) => markOf(path, types, known) };
  return within(node, around);
}

interface Around {
  mark(path: string): FieldMark | undefined;
}

function within(node: Node, around: Around): Finding[] {
  return [...own(node, around), ...children(node).flatMap((child) => within(child, around))];
}

function own(node: Node, around: Around): Finding[] {
  if (node.op === "call") return moments(node, around);
  const mirror = node.op === "in" ? "==" : mirrored[node.op];
  if (mirror === undefined) return [];
  const [left, right] = node.args as [Node, Node];
  const [path, given, sign] =
    pathOf(left) === undefined ? [pathOf(right), left, mirror] : [pathOf(left), right, node.op];
  const mark = path === undefined || (node.op === "in" && given === left) ? undefined : around.mark(path);
  if (path === undefined || mark === undefined) return [];
  const written = given.op === "list" ? children(given) : [given];
  return written.flatMap((value) => oddLiteral(value, { path, sign, mark }) ?? []);
}

function oddLiteral(
  node: Node,
  { path, sign, mark }: { path: string; sign: string; mark: FieldMark },
): Finding | undefined {
  const value = literalValue(node);
  if (typeof value === "number") {
    const odd = oddNumber(path, sign, value, mark);
    return odd && { index: node.start, ...odd, isMistake: false };
  }
  const odd = typeof value === "string" ? oddDay(path, value, mark) : undefined;
  return odd && { index: node.start, ...odd };
}

/** `timestamp` reads a moment with its zone, and nothing else. */
function moments({ args }: Node, { mark }: Around): Finding[] {
  const [called, [given]] = args as [string, readonly Node[]];
  if (called !== "timestamp" || given === undefined) return [];
  const path = pathOf(given);
  if (path !== undefined && mark(path)?.form === "day") {
    const suggestion = `write timestamp(${path} + "T00:00:00+09:00")`;
    return [{ index: given.start, message: "a day is no moment", suggestion, isMistake: true }];
  }
  const text = literalText(given);
  if (text === undefined || (text.length >= 20 && text.length <= 30 && !Number.isNaN(Date.parse(text))))
    return [];
  const meant = dayMeant(text);
  const suggestion = meant && `write "${meant.length === 10 ? `${meant}T00:00:00+09:00` : meant}"`;
  const message = "this is no moment; one looks like 2026-01-05T00:00:00Z";
  return [{ index: given.start, message, suggestion, isMistake: true }];
}

const ofEnvelope: Readonly<Record<string, FieldMark>> = {
  "event.time": { form: "moment", zone: "Z" },
  "event.published": { form: "dated" },
  "event.occurred": { form: "dated" },
};

/** Marks of `now.ratio` and the like; undefined where nothing is known, or other things of other types. */
function markOf(path: string, types: readonly EventType[], { known }: EventTypes): FieldMark | undefined {
  const [root, name = ""] = path.split(".");
  if (root === "event") return ofEnvelope[path];
  const items = new Set(types.flatMap((type) => known.get(type)?.item ?? []));
  const fields = [...items].flatMap(({ shape }) => (shape[name] as z.ZodType | undefined) ?? []);
  const [mark, ...others] = fields.map(ofField);
  return others.every((other) => JSON.stringify(other) === JSON.stringify(mark)) ? mark : undefined;
}

/** Mails may show the same field of two items in two ways. */
function ofField(field: z.ZodType | undefined): Omit<FieldMark, "words"> | undefined {
  if (field === undefined) return undefined;
  const { words: _, ...mark } = markOfField(field) ?? {};
  return mark;
}

interface Odd {
  readonly message: string;
  readonly suggestion?: string | undefined;
}

/** Up to here a percentage is taken for a fraction. */
const smallestPercent = 0.1;

/** @param sign how the value at the path is compared with the number: `>=` or another comparison */
function oddNumber(path: string, sign: string, value: number, { unit, usual }: FieldMark): Odd | undefined {
  const [least, most] = usual ?? [];
  if (unit === "percent" && value > 0 && value <= smallestPercent)
    return { message: `ratios are percent here: ${value} is ${value} %`, suggestion: inPercent(value) };
  if (least === 0 && (value < 0 || (value === 0 && sign === "<")))
    return { message: `\`${path}\` is never negative` };
  if (most !== undefined && (value > most || (value === most && sign === ">")))
    return { message: `\`${path}\` is percent of all shares: it is never over ${most}` };
  return undefined;
}

/** The value up to which a number in percent is taken for a fraction. */
function oddPercent(value: number, upTo = smallestPercent): Odd | undefined {
  if (value <= 0 || value > upTo) return undefined;
  return { message: `this is percent: ${value} is ${value} %`, suggestion: inPercent(value) };
}

function inPercent(fraction: number): string {
  const percent = Number((fraction * 100).toPrecision(9));
  return `write ${percent} for ${percent} %`;
}

interface OddDay {
  readonly message: string;
  readonly suggestion?: string | undefined;
  /** It never compares as what it is; else it may be as many hours off as zones are apart. */
  readonly isMistake: boolean;
}

const day = "\\d{4}(-\\d{2}(-\\d{2})?)?";
const moment = `${day}(?<=-\\d{2}-\\d{2})T\\d{2}(:\\d{2}(:\\d{2}(\\.\\d+)?)?)?(Z|[+-]\\d{2}:\\d{2})?`;

// The beginning of one is enough: texts compare letter by letter.
const forms = {
  day: new RegExp(`^(${day}|${moment})$`),
  moment: new RegExp(`^(${day}|${moment})$`),
  dated: new RegExp(`^(${day}|${moment})$`),
  period: /^\d{4}(-(H[12]?|Q[1-4]?|\d{2}(-\d{2})?))?$/,
} as const;

/** Finds the mistake in a text that is compared with the values of a field. */
function oddDay(path: string, written: string, { form, zone }: FieldMark): OddDay | undefined {
  // Some ask so whether there is one.
  if (form === undefined || written === "") return undefined;
  if (!forms[form].test(written)) {
    const meant = form === "period" ? periodMeant(written) : dayMeant(written, zone);
    const isTime = /^\d{1,2}:\d{2}/.test(written);
    const hour = isTime ? `timestamp(${path}).getHours("Asia/Tokyo") is the hour in Japan` : undefined;
    const suggestion = meant === undefined ? hour : `write "${meant}"`;
    return { message: `${looks(form, zone)}: this never compares as one`, suggestion, isMistake: true };
  }
  const own = /(Z|[+-]\d{2}:\d{2})$/.exec(written.slice(10))?.[0];
  if (zone === undefined || own === undefined || own === zone) return undefined;
  const message = `\`${path}\` is in ${zone === "Z" ? "UTC" : "Japan's time"}, and times compare as texts`;
  const suggestion = isMoment(written) ? `write "${inZone(Date.parse(written), zone)}"` : undefined;
  return { message, suggestion, isMistake: false };
}

function looks(form: keyof typeof forms, zone: string | undefined): string {
  if (form === "period") return "periods are written as 2026, 2026-H1, 2026-Q1, 2026-01 or 2026-01-05";
  if (form !== "moment") return "days are written as 2026-01-05";
  return `moments are written as ${zone === "Z" ? "2026-01-05T00:00:00Z" : "2026-01-05T09:00:00+09:00"}`;
}

const parts =
  /^(\d{4})[-/.年]?(\d{1,2})[-/.月]?(\d{1,2})日?(?:[T ]*(\d{1,2}:\d{2}(?::\d{2})?)(Z|[+-]\d{2}:\d{2})?)?$/;

/** The day, or the moment where a time is written; a time without a zone is Japan's. */
function dayMeant(text: string, zone = "+09:00"): string | undefined {
  const [, year, month = "", date = "", time, own] = parts.exec(text.normalize("NFKC").trim()) ?? [];
  const meant = `${year}-${month.padStart(2, "0")}-${date.padStart(2, "0")}`;
  if (year === undefined || !isDay(meant)) return undefined;
  if (time === undefined) return meant;
  const written = `${meant}T${time.padStart(5, "0")}`;
  const whole = own === undefined ? inJapan(written) : `${written}${own}`;
  return whole !== undefined && isMoment(whole) ? inZone(Date.parse(whole), zone) : undefined;
}

function inZone(at: number, zone: string): string {
  const ahead = zone === "Z" ? 0 : 9;
  const clock = new Date(at + ahead * 3_600_000).toISOString();
  return `${clock.slice(0, 19)}${zone}`;
}

function periodMeant(text: string): string | undefined {
  const [, year, month] = /^(\d{4})[/.年]?(\d{1,2})月?$/.exec(text.normalize("NFKC")) ?? [];
  if (year !== undefined && month !== undefined && Number(month) >= 1 && Number(month) <= 12)
    return `${year}-${month.padStart(2, "0")}`;
  const [, of, part, number] = /^(\d{4})[-/ ]?([HQ])([1-4])$/i.exec(text) ?? [];
  if (part !== undefined) return `${of}-${part.toUpperCase()}${number}`;
  return dayMeant(text);
}

/** Comparison of the value with the number at each of these keys. */
const signs = { at_least: ">=", at_most: "<=", above: ">", below: "<", reset: "==" } as const;

type Compared = { readonly of: string } & {
  readonly [Key in keyof typeof signs]?: number | string | undefined;
};

/**
 * Warns of the numbers of a condition; of a value that is computed nothing is known.
 * @param addsUp the value is a sum: many percentages add up to any number
 */
export function warnOfUnits(
  asked: Compared,
  path: Path,
  { rule, context }: RuleLinted,
  { addsUp = false } = {},
): void {
  const of = pathOf(readCondition(asked.of, rule.language).tree);
  if (of === undefined) return;
  const mark = markOf(of, rule.types, context.types) ?? {};
  const own = addsUp && mark.usual !== undefined ? { ...mark, usual: [mark.usual[0]] as const } : mark;
  for (const [key, sign] of Object.entries(signs)) {
    const value = asked[key as keyof typeof signs];
    if (typeof value === "number") warnAt([...path, key], oddNumber(of, sign, value, own), context);
  }
}

/** Warns of a percentage that was probably meant as a fraction, up to a number. */
export function warnOfPercent(value: number, path: Path, { context }: RuleLinted, upTo?: number): void {
  warnAt(path, oddPercent(value, upTo), context);
}

function warnAt(path: Path, odd: Odd | undefined, { warn, yaml }: RuleLinted["context"]): void {
  if (odd !== undefined) warn(yaml.at(path), odd.message, odd.suggestion);
}
