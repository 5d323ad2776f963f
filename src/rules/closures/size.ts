import type { Event } from "../../model/event.ts";
import type { Language } from "../cel/language.ts";
import { listLimit } from "../cel/records.ts";
import type { Node } from "../cel/syntax.ts";
import { type Closure, rawReader } from "./field-path.ts";

/**
 * How many entries a list of the event has, where a node asks for that. For comparisons only: the library's whole
 * numbers are compared like all numbers, but divided in their own way.
 */
export function listSize(node: Node, language: Language): Closure | undefined {
  if (node.op !== "call" && node.op !== "rcall") return undefined;
  const [name, ...given] = (node.args as unknown[]).flat() as [string, ...Node[]];
  const [list, more] = given;
  if (name !== "event_size" || list === undefined || more !== undefined) return undefined;
  const read = listReader(list, language);
  return (
    read &&
    ((event) => {
      const value = read(event);
      return Array.isArray(value) ? Math.min(value.length, listLimit) : undefined;
    })
  );
}

function listReader({ op, args }: Node, language: Language): ((event: Event) => unknown) | undefined {
  if (op === "id") return args === "changed" ? ({ data }) => data.changed ?? [] : undefined;
  if (op !== ".") return undefined;
  const [owner, field] = args as [Node, string];
  if (owner.op !== "id" || (owner.args !== "now" && owner.args !== "was")) return undefined;
  return language.shapes.get("Item")?.get(field)?.kind === "list" ? rawReader(owner.args, field) : undefined;
}
