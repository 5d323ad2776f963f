/** Conditions that can never be true, that are true for every event, and parts of conditions that are either. */
import { didYouMean } from "../../lib/text/nearest.ts";
import type { Language } from "../cel/language.ts";
import { children, literalText, type Node, sourceOf } from "../cel/syntax.ts";
import { vocabulary } from "../cel/vocabulary.ts";
import { type Budget, type Claim, canBe, type Wanted } from "./cases.ts";
import { changedPath, type Facts } from "./field-facts.ts";
import { type Implied, impliedParts } from "./implied-parts.ts";
import { isAboutChanged, needsOf, readClaim } from "./read-claim.ts";

/** What is to be said of a condition; `index` counts its characters from 0. */
export interface Finding {
  readonly index: number;
  readonly message: string;
  readonly suggestion?: string | undefined;
  /** It stops the rule from ever firing; else it is worth a warning. */
  readonly isMistake: boolean;
}

/** A condition that has passed every other check, ready to be reasoned about. */
export interface Condition {
  readonly source: string;
  readonly tree: Node;
  readonly claim: Claim;
}

/** Throws what the parser throws: the source has to be one that compiles. */
export function readCondition(source: string, { environment, lists = {} }: Language): Condition {
  const tree = environment.parse(source).ast as unknown as Node;
  return { source, tree, claim: readClaim(tree, lists) };
}

/** @param facts of each kind of events that it is asked of: it is impossible where it is for all of them */
export function checkCondition(condition: Condition, language: Language, facts: readonly Facts[]): Finding[] {
  const { tree } = condition;
  const around = aroundOf(condition, language, facts);
  const unknown = namesNeverChanged(tree, language);
  if (unknown.length > 0) return unknown;
  if (isImpossible(tree, around)) return [{ ...blame(tree, around), isMistake: true }];
  if (isCertain(tree, around)) {
    const message = "this is true for every event of these types";
    const suggestion = "leave `when` out where that is meant";
    return [{ index: tree.start, message, suggestion, isMistake: false }];
  }
  return idleParts(tree, around);
}

/** Where a condition is that no such event meets; undefined where some may. */
export function findImpossible(
  condition: Condition,
  language: Language,
  facts: readonly Facts[],
): Pick<Finding, "index"> | undefined {
  const { tree } = condition;
  const around = aroundOf(condition, language, facts);
  return isImpossible(tree, around) ? blame(tree, around) : undefined;
}

function aroundOf({ source }: Condition, { lists = {} }: Language, facts: readonly Facts[]): Around {
  const claimOf = remembering((node) => readClaim(node, lists));
  return { source, facts, budget: { steps: 4_000 }, claimOf };
}

interface Around {
  readonly source: string;
  readonly facts: readonly Facts[];
  readonly budget: Budget;
  claimOf(node: Node): Claim;
}

function remembering(read: (node: Node) => Claim): (node: Node) => Claim {
  const known = new WeakMap<Node, Claim>();
  return (node) => {
    const claim = known.get(node) ?? read(node);
    known.set(node, claim);
    return claim;
  };
}

/** Whether some event may be for which each claim has one of its outcomes. */
function canBeSomewhere(wanted: readonly Wanted[], { facts, budget }: Around): boolean {
  return facts.some((own) => canBe(wanted, own, budget));
}

function isImpossible(node: Node, around: Around): boolean {
  return !canBeSomewhere([{ claim: around.claimOf(node), outcomes: ["true"] }], around);
}

function isCertain(node: Node, around: Around): boolean {
  return !canBeSomewhere([{ claim: around.claimOf(node), outcomes: ["false", "neither"] }], around);
}

/** Where an impossible condition becomes so, and what stands against it. */
function blame(node: Node, around: Around): Omit<Finding, "isMistake"> {
  if (node.op !== "&&") {
    return { index: node.start, message: "this is never true", suggestion: reason(node, around) };
  }
  const parts = operands(node, "&&");
  const own = parts.find((part) => isImpossible(part, around));
  if (own !== undefined) return blame(own, around);
  const wanted = parts.map((part) => ({ claim: around.claimOf(part), outcomes: ["true" as const] }));
  const last = wanted.findIndex((_, index) => !canBeSomewhere(wanted.slice(0, index + 1), around));
  if (last < 0) return { index: node.start, message: "this is never true" };
  const against = parts.slice(0, last).find((_, index) => {
    const pair = [wanted[index], wanted[last]].filter((one) => one !== undefined);
    return !canBeSomewhere(pair, around);
  });
  const other = against === undefined ? "what stands before it" : `\`${text(against, around)}\``;
  return { index: parts[last]?.start ?? node.start, message: `this is never true together with ${other}` };
}

/** Why a single comparison cannot hold, where that is in what events are. */
function reason(node: Node, { facts }: Around): string | undefined {
  const paths = [...needsOf(node), ...(isAboutChanged(node) ? [changedPath] : [])];
  const isNowhere = (path: string) => facts.every((own) => own.get(path)?.isThere === false);
  const nowhere = paths.find(isNowhere);
  if (nowhere !== undefined) {
    const what = nowhere.startsWith("now.") ? nowhere.slice("now.".length) : "was";
    return `events of these types have no \`${what}\``;
  }
  const [first] = facts;
  const least = paths.flatMap((path) => {
    const [{ low } = {}, ...others] = first?.get(path)?.values ?? [];
    const isLeast = typeof low?.value === "number" && others.length === 0;
    return isLeast ? [`\`${path}\` is at least ${low.value}`] : [];
  });
  return least[0];
}

/** Parts of a condition that say nothing, though the whole does. */
function idleParts(node: Node, around: Around): Finding[] {
  const entries = loopBody(node);
  if (entries !== undefined && isImpossible(entries, around)) {
    return [{ ...blame(entries, around), isMistake: false }];
  }
  if (node.op !== "&&" && node.op !== "||") return [];
  const { op } = node;
  const open: Node[] = [];
  const idle = operands(node, op).flatMap((part): Finding[] => {
    if (isImpossible(part, around)) return [{ ...blame(part, around), isMistake: false }];
    if (!isCertain(part, around)) {
      open.push(part);
      return idleParts(part, around);
    }
    return [
      { index: part.start, message: "this part is true for every event of these types", isMistake: false },
    ];
  });
  const reasoning = {
    claimOf: around.claimOf,
    canBe: (wanted: readonly Wanted[]) => canBeSomewhere(wanted, around),
  };
  return [...idle, ...impliedParts(open, op, reasoning).map((one) => impliedFinding(one, op, around))];
}

function impliedFinding({ part, by }: Implied, op: "&&" | "||", around: Around): Finding {
  const other = `\`${text(by, around)}\``;
  const message =
    op === "&&" ? `this part is true wherever ${other} is` : `${other} is true wherever this part is`;
  return { index: part.start, message, suggestion: "leave it out", isMistake: false };
}

/** What is asked of each entry of a list, unless its name hides one of ours. */
function loopBody({ op, args }: Node): Node | undefined {
  if (op !== "rcall") return undefined;
  const [called, , given] = args as [string, Node, readonly Node[]];
  const [entry, asked] = given;
  const isLoop = vocabulary[called]?.names === "entry" && called !== "map";
  return isLoop && !hidden.has(entry?.args) ? asked : undefined;
}

const hidden = new Set<unknown>(["now", "was", "event", "changed", "lists"]);

/** The operands of a chain of one operator, in order. */
function operands(node: Node, op: string): Node[] {
  return node.op === op ? children(node).flatMap((child) => operands(child, op)) : [node];
}

function text(node: Node, { source }: Around): string {
  const written = sourceOf(node, source).replace(/\s+/g, " ");
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
