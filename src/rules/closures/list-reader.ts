import type { Event } from "../../model/event.ts";
import type { Language } from "../cel/language.ts";
import { listLimit } from "../cel/records.ts";
import type { Node } from "../cel/syntax.ts";
import { rawReader } from "./field-path.ts";

/** Reads as much of the list that a node names in the event as expressions see; undefined where there is none. */
export function listReader(
  { op, args }: Node,
  language: Language,
): ((event: Event) => readonly unknown[] | undefined) | undefined {
  if (op === "id") {
    return args === "changed" ? ({ data }) => seen(data.changed ?? [], 0, listLimit) : undefined;
  }
  if (op !== ".") return undefined;
  const [owner, field] = args as [Node, string];
  if (owner.op !== "id" || (owner.args !== "now" && owner.args !== "was")) return undefined;
  const isList = language.shapes.get("Item")?.get(field)?.kind === "list";
  const raw = isList ? rawReader(owner.args, field) : undefined;
  return raw && ((event) => seen(raw(event), -listLimit));
}

function seen(value: unknown, from: number, to?: number): readonly unknown[] | undefined {
  if (!Array.isArray(value)) return undefined;
  return value.length > listLimit ? value.slice(from, to) : value;
}
