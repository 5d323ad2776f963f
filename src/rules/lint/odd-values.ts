/** Values that are written out in a condition, and that the field they are compared with never has, or hardly. */
import type * as z from "zod";
import type { EventType, EventTypes } from "../../model/event-types.ts";
import { type FieldMark, markOf as markOfField } from "../../model/fields.ts";
import { children, literalText, mirrored, type Node } from "../cel/syntax.ts";
import type { Finding } from "./check-condition.ts";
import { dayMeant, oddDay } from "./odd-days.ts";
import { literal, pathOf } from "./terms.ts";

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
  const value = literal(node);
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
export function markOf(
  path: string,
  types: readonly EventType[],
  { known }: EventTypes,
): FieldMark | undefined {
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

export interface Odd {
  readonly message: string;
  readonly suggestion?: string | undefined;
}

/** Up to here a percentage is taken for a fraction. */
const smallestPercent = 0.1;

/** @param sign how the value at the path is compared with the number: `>=` or another comparison */
export function oddNumber(
  path: string,
  sign: string,
  value: number,
  { unit, usual }: FieldMark,
): Odd | undefined {
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
export function oddPercent(value: number, upTo = smallestPercent): Odd | undefined {
  if (value <= 0 || value > upTo) return undefined;
  return { message: `this is percent: ${value} is ${value} %`, suggestion: inPercent(value) };
}

function inPercent(fraction: number): string {
  const percent = Number((fraction * 100).toPrecision(9));
  return `write ${percent} for ${percent} %`;
}
