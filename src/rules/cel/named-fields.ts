/** What expressions name of items: the fields of `now`, and of the newest item of a source. */
import { children, isNode, type Node } from "./syntax.ts";

/** The fields of `now` that some expressions name. */
export function fieldsNamed(trees: readonly Node[]): string[] {
  const found = new Set<string>();
  const walk = (node: Node): void => {
    if (node.op === "." || node.op === ".?") {
      const [owner, field] = node.args as [Node, string];
      if (owner.op === "id" && owner.args === "now") found.add(field);
    }
    for (const child of children(node)) walk(child);
  };
  for (const tree of trees) walk(tree);
  return [...found];
}

/** `latest.NAME[SUBJECT]`, as its parts. */
export interface LatestItem {
  readonly name: string;
  readonly subject: Node;
}

/** The parts of a node that is `latest.NAME[SUBJECT]`. */
export function latestItem(node: unknown): LatestItem | undefined {
  if (!isNode(node) || (node.op !== "[]" && node.op !== "[?]")) return undefined;
  const [list, at] = node.args as [Node, Node];
  if (list.op !== "." && list.op !== ".?") return undefined;
  const [owner, name] = list.args as [Node, string];
  if (owner.op !== "id" || owner.args !== "latest") return undefined;
  // A place that is computed is made whole where it is a number.
  const [called, given] = at.op === "call" ? (at.args as [string, Node[]]) : [];
  return { name, subject: called === "own_place" && given?.[0] !== undefined ? given[0] : at };
}

/** An item that a standing value gives: `standing.NAME.now`, or as it was before the event. */
export interface StandingPlace {
  readonly name: string;
  readonly state: "now" | "was";
}

/** The parts of a node that is `standing.NAME.now` or `standing.NAME.was`. */
export function standingPlace({ op, args }: Node): StandingPlace | undefined {
  if (op !== "." && op !== ".?") return undefined;
  const [owner, state] = args as [Node, string];
  const name = fieldOf(owner, "standing");
  return name !== undefined && (state === "now" || state === "was") ? { name, state } : undefined;
}

/** A place at which an expression names something of what stands. */
export type NamedStanding = {
  readonly name: string;
  readonly node: Node;
} /** A value; of one that gives an item also the field of it, or all. */ & (
  | { readonly kind: "value"; readonly reads: { readonly field: string } | "all" }
  /** The newest item about a subject: one field of it or all, or whether there is one. */
  | { readonly kind: "latest"; readonly reads: { readonly field: string } | "all" | "nothing" }
  /** The items about all subjects, which cannot be walked through. */
  | { readonly kind: "every" }
);

/** All that an expression names of what stands. */
export function standingNamed(node: Node): NamedStanding[] {
  if (node.op === "in") {
    const [subject, list] = node.args as [Node, Node];
    const name = latestName(list);
    if (name === undefined) return children(node).flatMap(standingNamed);
    return [{ kind: "latest", name, node, reads: "nothing" }, ...standingNamed(subject)];
  }
  const item = latestItem(node);
  if (item !== undefined)
    return [{ kind: "latest", name: item.name, node, reads: "all" }, ...standingNamed(item.subject)];
  if (node.op !== "." && node.op !== ".?") {
    if (node.op === "id" && node.args === "latest") return [{ kind: "every", name: "NAME", node }];
    return children(node).flatMap(standingNamed);
  }
  const [owner, field] = node.args as [Node, string];
  const read = latestItem(owner);
  if (read !== undefined)
    return [{ kind: "latest", name: read.name, node, reads: { field } }, ...standingNamed(read.subject)];
  const place = standingPlace(owner);
  if (place !== undefined) return [{ kind: "value", name: place.name, node, reads: { field } }];
  const value = fieldOf(node, "standing");
  if (value !== undefined) return [{ kind: "value", name: value, node, reads: "all" }];
  const every = latestName(node);
  return every === undefined ? standingNamed(owner) : [{ kind: "every", name: every, node }];
}

/** Whether an expression has no values but those of what stands; the event may say of which subject. */
export function namesOnlyStanding(node: Node): boolean {
  if (latestItem(node) !== undefined || fieldOf(node, "standing") !== undefined) return true;
  if (node.op === "in" && latestName((node.args as [Node, Node])[1]) !== undefined) return true;
  if (node.op === "id") return !ofEvents.includes(node.args);
  return children(node).every(namesOnlyStanding);
}

const ofEvents: readonly unknown[] = ["now", "was", "changed", "event"];

/** The name of a source that a node has: `latest.NAME`. */
export function latestName(node: Node): string | undefined {
  return fieldOf(node, "latest");
}

/** The field of a record that a node is. */
function fieldOf({ op, args }: Node, record: string): string | undefined {
  if (op !== "." && op !== ".?") return undefined;
  const [owner, field] = args as [Node, string];
  return owner.op === "id" && owner.args === record ? field : undefined;
}
