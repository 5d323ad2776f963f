/** Values that are written out in a condition, and that the field they are compared with never has, or hardly. */
import type { EventType } from "../../model/event-types.ts";
import type { FieldMark } from "../../model/field-marks.ts";
import type { EventTypes } from "../../model/known-types.ts";
import { children, literalText, type Node } from "../cel/syntax.ts";
import type { Finding } from "./check-condition.ts";
import { markOf } from "./field-marks.ts";
import { dayMeant, oddDay } from "./odd-days.ts";
import { oddNumber } from "./odd-numbers.ts";
import { literal, mirrored } from "./read-claim.ts";
import { pathOf } from "./terms.ts";

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
