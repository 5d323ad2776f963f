/** Conditions that can never be true, that are true for every event, and parts of conditions that are either. */
import { didYouMean } from "../../lib/text/nearest.ts";
import type { EventType } from "../../model/event.ts";
import type { Language } from "../cel/language.ts";
import { parseTree } from "../cel/parse-tree.ts";
import { children, literalText, type Node, nodeSource, operands } from "../cel/syntax.ts";
import type { FileContext } from "../context/file-context.ts";
import type { FactsByPath } from "./field-facts.ts";
import {
  follows,
  isAlways,
  isNever,
  type LintGround,
  pathAsked,
  pathOf,
  pathsNeeded,
  termKey,
} from "./ranges.ts";

/** A mistake or warning about a condition; `index` counts its characters from 0. */
export interface Finding {
  readonly index: number;
  readonly message: string;
  readonly suggestion?: string | undefined;
  /** It stops the rule from ever firing; else it is worth a warning. */
  readonly isMistake: boolean;
}

/** A rule as far as lint of its conditions goes. */
export interface RuleLinted {
  readonly written: { readonly when?: string | undefined; readonly by?: string | string[] | undefined };
  readonly rule: { readonly language: Language; readonly types: readonly EventType[] };
  readonly context: FileContext;
}

/** A condition that has passed every other check. */
export interface ReadCondition {
  readonly source: string;
  readonly tree: Node;
}

/** Throws what the parser throws: the source has to be one that compiles. */
export function readCondition(source: string, language: Language): ReadCondition {
  return { source, tree: parseTree(source, language).tree };
}

/** @param facts of each kind of events that it is asked of: it is never true where it is not for any of them */
export function checkCondition(
  { source, tree }: ReadCondition,
  language: Language,
  facts: readonly FactsByPath[],
): Finding[] {
  const unknown = namesNeverChanged(tree, language);
  if (unknown.length > 0) return unknown;
  const around = aroundOf(source, language, facts);
  if (isNeverMet([tree], around)) return [{ ...blame(tree, around), isMistake: true }];
  if (isCertain(tree, around)) {
    const message = "this is true for every event of these types";
    const suggestion = "leave `when` out where that is meant";
    return [{ index: tree.start, message, suggestion, isMistake: false }];
  }
  return idleParts(tree, around);
}

/** Finds the place where a condition becomes one that no such event meets; undefined where some may meet it. */
export function findImpossible(
  { source, tree }: ReadCondition,
  language: Language,
  facts: readonly FactsByPath[],
): Pick<Finding, "index"> | undefined {
  const around = aroundOf(source, language, facts);
  return isNeverMet([tree], around) ? blame(tree, around) : undefined;
}

interface Around {
  readonly source: string;
  /** One for each kind of events. */
  readonly grounds: readonly LintGround[];
}

function aroundOf(source: string, { reference }: Language, facts: readonly FactsByPath[]): Around {
  const { lists = {} } = reference ?? {};
  return { source, grounds: facts.map((own) => ({ facts: own, lists })) };
}

function isNeverMet(nodes: readonly Node[], { grounds }: Around): boolean {
  return grounds.every((ground) => isNever(nodes, ground));
}

function isCertain(node: Node, { grounds }: Around): boolean {
  return grounds.every((ground) => isAlways(node, ground));
}

/** Finds the place where a condition becomes never true, and the part that stands against it. */
function blame(node: Node, around: Around): Omit<Finding, "isMistake"> {
  const parts = operands(node, "&&");
  const own = parts.find((part) => isNeverMet([part], around));
  if (own !== undefined && own !== node) return blame(own, around);
  const last = parts.findIndex((_, index) => isNeverMet(parts.slice(0, index + 1), around));
  const against = parts
    .slice(0, Math.max(0, last))
    .find((part) => isNeverMet([part, ...parts.slice(last, last + 1)], around));
  if (last <= 0)
    return { index: node.start, message: "this is never true", suggestion: reason(node, around) };
  const other = against === undefined ? "the part before it" : `\`${text(against, around)}\``;
  return { index: parts[last]?.start ?? node.start, message: `this is never true together with ${other}` };
}

/** Why a single comparison cannot hold, where that is in what events are. */
function reason(node: Node, { grounds }: Around): string | undefined {
  const paths = pathsNeeded(node);
  const nowhere = paths.find((path) => grounds.every(({ facts }) => facts.get(path)?.isThere === false));
  if (nowhere !== undefined) {
    const field = nowhere.startsWith("now.") ? nowhere.slice("now.".length) : "was";
    return `events of these types have no \`${field}\``;
  }
  const [least] = paths.flatMap((path) => {
    const [{ low } = {}, ...others] = grounds[0]?.facts.get(path)?.values ?? [];
    return typeof low?.value === "number" && others.length === 0
      ? [`\`${path}\` is at least ${low.value}`]
      : [];
  });
  return least;
}

/** Parts of a condition that say nothing, though the whole does. */
function idleParts(node: Node, around: Around): Finding[] {
  if (node.op !== "&&" && node.op !== "||") return [];
  const open: Node[] = [];
  const idle = operands(node, node.op).flatMap((part): Finding[] => {
    if (isNeverMet([part], around)) return [{ ...blame(part, around), isMistake: false }];
    if (isCertain(part, around)) {
      const message = "this part is true for every event of these types";
      return [{ index: part.start, message, isMistake: false }];
    }
    open.push(part);
    return idleParts(part, around);
  });
  return [...idle, ...impliedParts(open, node.op, around)];
}

/** Parts that another part beside them makes needless. */
function impliedParts(parts: readonly Node[], op: "&&" | "||", around: Around): Finding[] {
  const { lists = {} } = around.grounds[0] ?? {};
  const isImplied = (part: Node, by: Node) =>
    termKey(part) === termKey(by) || (op === "&&" ? follows(by, part, lists) : follows(part, by, lists));
  const needless = new Map<Node, Node>();
  // From the end on, so that of two that say the same the second is needless.
  for (const part of parts.toReversed()) {
    const by = parts.find((other) => other !== part && !needless.has(other) && isImplied(part, other));
    if (by !== undefined && !isGuard(part)) needless.set(part, by);
  }
  return parts.flatMap((part) => {
    const by = needless.get(part);
    if (by === undefined) return [];
    const other = `\`${text(by, around)}\``;
    const message =
      op === "&&" ? `this part is true wherever ${other} is` : `${other} is true wherever this part is`;
    return [{ index: part.start, message, suggestion: "leave it out", isMistake: false }];
  });
}

/** Whether a field is there, or which type an event has: asked for clearness' sake before what needs it. */
function isGuard(part: Node): boolean {
  return pathAsked(part) !== undefined || children(part).some((side) => pathOf(side) === "event.type");
}

function text(node: Node, { source }: Around): string {
  const written = nodeSource(node, source).replace(/\s+/g, " ");
  return written.length > 60 ? `${written.slice(0, 59)}…` : written;
}

function namesNeverChanged(node: Node, language: Language): Finding[] {
  if (node.op === "in") {
    const [name, list] = node.args as [Node, Node];
    const written = literalText(name);
    const fields = language.shapes.get("Item");
    if (list.op === "id" && list.args === "changed" && written !== undefined && !fields?.has(written)) {
      const message = `\`changed\` never holds \`${written}\`: these events have no such field`;
      const suggestion = didYouMean(written, fields?.keys() ?? []);
      return [{ index: name.start, message, suggestion, isMistake: true }];
    }
  }
  return children(node).flatMap((child) => namesNeverChanged(child, language));
}
