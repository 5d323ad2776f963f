/**
 * Walks a parsed expression before its check: refuses what is not in the vocabulary, makes the numbers beside those
 * of events doubles, puts our functions in the place of the library's, and adds up what it may cost.
 */
import { didYouMean } from "../../lib/text/nearest.ts";
import { checkHas, checkKeys, checkPattern, checkZone } from "./check-fields.ts";
import { knowWords, rememberLists } from "./keyword-lists.ts";
import type { Language } from "./language.ts";
import { mostSteps } from "./meter.ts";
import { asPlace, checkRemainder, isAboutEvent, literalOf } from "./numbers.ts";
import { namedList } from "./reference.ts";
import { patternSteps } from "./search-functions.ts";
import { functionMeant, nameMeant } from "./slips.ts";
import { children, ExpressionError, literalText, type Node } from "./syntax.ts";
import { nameCalled, typeNames, vocabulary } from "./vocabulary.ts";

/**
 * Entries that a list of an event is taken to have, and characters that its texts have: records such as points are
 * many, words are few. An event that has more is stopped while it is looked at.
 */
const usual = { records: 1_000, words: 100, characters: 50 };

/** Cost of a search for the words of a prepared list besides the text's length, however many they are. */
const listSteps = 500;

/**
 * Changes the tree in place, and answers how many searches for known words are in it. Throws an ExpressionError.
 * @param whole what the tree is a part of, which has the same kinds of numbers
 */
export function rewrite(root: Node, source: string, language: Language, whole: Node): number {
  const costs = new Map<Node, number>();
  const lists = new Map<Node, readonly string[]>();
  const names = new Set(language.names);
  const steps = walk(root, { source, language, names, ofEvents: isAboutEvent(whole, names), costs, lists });
  if (steps > mostSteps) {
    const { start } = costliest(root, costs);
    throw new ExpressionError(start, "this would take too long: loops inside loops over long lists");
  }
  rememberLists(lists);
  return lists.size;
}

const joining = new Set(["&&", "||", "!_", "?:"]);

// The one of several joined conditions that is too much by itself.
function costliest(node: Node, costs: ReadonlyMap<Node, number>): Node {
  const parts = joining.has(node.op) ? children(node) : [];
  const worst = parts.find((part) => (costs.get(part) ?? 0) > mostSteps);
  return worst === undefined ? node : costliest(worst, costs);
}

interface Around {
  readonly source: string;
  readonly language: Language;
  /** Names that stand for a value here. */
  readonly names: ReadonlySet<string>;
  /** It names something of the event, so all numbers are alike. */
  readonly ofEvents: boolean;
  /** Steps of each node that was walked. */
  readonly costs: Map<Node, number>;
  /** The lists whose words are known and searched for. */
  readonly lists: Map<Node, readonly string[]>;
}

/** Answers how many steps the node takes at most. */
function walk(node: Node, around: Around): number {
  const steps = stepsOf(node, around);
  around.costs.set(node, steps);
  return steps;
}

function stepsOf(node: Node, around: Around): number {
  switch (node.op) {
    case "value":
      node.args = literalOf(node, around.ofEvents);
      return 1;
    case "id":
      return name(node, around);
    case ".":
    case ".?":
      return field(node, around);
    case "[]":
    case "[?]":
      refuseFields(node, around);
      return index(node, around);
    case "map":
      checkKeys(node);
      return sum(node, around);
    case "call":
    case "rcall":
      return call(node, around);
    case "%":
      if (!around.ofEvents) checkRemainder(node);
      return sum(node, around);
    case "in": {
      const [, list] = node.args as [Node, Node];
      return sum(node, around) + entries(list, around);
    }
    default:
      return sum(node, around);
  }
}

function sum(node: Node, around: Around): number {
  return children(node).reduce((steps, child) => steps + walk(child, around), 1);
}

function name(node: Node, { names, language }: Around): number {
  const id = String(node.args);
  if (names.has(id) || typeNames.has(id)) return 1;
  throw unknownName(node, names, language);
}

/** @param read the field of it that is named, where one is */
function unknownName(
  { args, start }: Node,
  names: ReadonlySet<string>,
  language: Language,
  read?: unknown,
): ExpressionError {
  const id = String(args);
  const { lists = {} } = language.reference ?? {};
  const isList = id === "list" && typeof read === "string" && Object.hasOwn(lists, read);
  const meant = isList ? `did you mean \`lists.${read}\`?` : nameMeant(id, names, language);
  return new ExpressionError(start, `unknown name \`${id}\``, meant);
}

function field(node: Node, around: Around): number {
  refuseFields(node, around);
  return sum(node, around);
}

/** The name of a kind of value, such as `list`, is a value to the library, and it lets any field of it be read. */
function refuseFields({ op, args }: Node, { names, language }: Around): void {
  const [owner, read] = args as [Node, unknown];
  const id = owner.op === "id" ? String(owner.args) : undefined;
  if (id === undefined) return;
  if (!names.has(id) && typeNames.has(id)) throw unknownName(owner, names, language, read);
  if (id === "changed" && language.names.includes(id) && (op === "." || op === ".?"))
    throw new ExpressionError(
      owner.start,
      "`changed` is a list of names",
      `"${String(read)}" in changed asks whether it is one of them`,
    );
}

function index(node: Node, around: Around): number {
  const [list, at] = node.args as [Node, Node];
  // Whole, as the library wants it.
  if (at.op === "value" && typeof at.args === "bigint") return walk(list, around) + 1;
  const steps = sum(node, around);
  if (around.ofEvents) node.args = [list, asPlace(at, around.language)];
  return steps;
}

function call(node: Node, around: Around): number {
  const parts = node.args as [string, ...unknown[]];
  const called = parts[0];
  const receiver = node.op === "rcall" ? (parts[1] as Node) : undefined;
  const given = parts[node.op === "rcall" ? 2 : 1] as Node[];
  const word = Object.hasOwn(vocabulary, called) ? vocabulary[called] : undefined;
  const form = receiver === undefined ? "function" : "method";
  if (word === undefined || (word.form !== form && word.form !== "both")) {
    // The name of a method stands after its receiver and a dot.
    const at = receiver === undefined ? node.start : around.source.indexOf(called, receiver.end);
    throw new ExpressionError(
      at,
      `there is no ${form} \`${called}\``,
      callSuggestion(called, form, around.language),
    );
  }
  if (called === "has") checkHas(given[0]);
  if (called === "matches") checkPattern(given[0]);
  if (called.startsWith("get")) checkZone(given[0]);
  parts[0] = nameCalled(called, word, around.ofEvents);
  if (word.on !== undefined) return onName(node, word.on, around);
  if (word.names === "entry" && receiver !== undefined) return loop({ receiver, given }, around);
  return sum(node, around) + searchSteps(called, given, around);
}

// A pattern or a list of words runs over a whole text.
function searchSteps(called: string, given: readonly Node[], around: Around): number {
  if (called === "matches") return patternSteps(literalText(given[0]) ?? "", usual.characters);
  if (called !== "has_any" && called !== "matched_words") return 10;
  const list = given.at(-1);
  const words = list && knowWords(list, around.language);
  if (list === undefined || words === undefined) return 10 + entries(list, around);
  around.lists.set(list, words);
  return listSteps + usual.characters;
}

function callSuggestion(called: string, form: "function" | "method", language: Language): string | undefined {
  const word = Object.hasOwn(vocabulary, called) ? vocabulary[called] : undefined;
  if (word !== undefined) return form === "method" ? `write ${called}(x)` : `write x.${called}(...)`;
  const borrowed = functionMeant(called);
  if (borrowed !== undefined) return `did you mean \`${borrowed}\`?`;
  return language.conditionMeant?.(called) ?? didYouMean(called, Object.keys(vocabulary));
}

/** A call on a name that stands for no value: `cel.bind(...)`, `optional.of(...)`. */
function onName({ args }: Node, wanted: string, around: Around): number {
  const [called, receiver, given] = args as [string, Node, Node[]];
  if (receiver.op !== "id" || receiver.args !== wanted) {
    throw new ExpressionError(receiver.start, `it is called so: ${wanted}.${called}(...)`);
  }
  if (vocabulary[called]?.names === "value") return binding(given, around);
  return given.reduce((steps, part) => steps + walk(part, around), 1);
}

/** `cel.bind(x, value, expression)` */
function binding([variable, value, body]: readonly Node[], around: Around): number {
  return [value, body].reduce((steps, part) => steps + (part ? walk(part, inside(variable, around)) : 0), 1);
}

function inside(variable: Node | undefined, around: Around): Around {
  const names = new Set(around.names);
  if (variable?.op === "id") names.add(String(variable.args));
  return { ...around, names };
}

function loop({ receiver, given }: { receiver: Node; given: readonly Node[] }, around: Around): number {
  const [variable, ...bodies] = given;
  // The library cannot tell the type of its entries where numbers of both kinds may meet.
  if (receiver.op === "list" && children(receiver).length === 0) receiver.setMeta("check", anyList);
  const body = bodies.reduce((steps, part) => steps + walk(part, inside(variable, around)), 1);
  return walk(receiver, around) + entries(receiver, around) * body;
}

const anyList = (checker: { getType(name: string): unknown }): unknown => checker.getType("list<dyn>");

/** Number of entries of a list, or a usual number where it is not known. */
function entries(node: Node | undefined, { language }: Around): number {
  if (node === undefined) return 0;
  if (node.op === "list" || node.op === "map") return (node.args as unknown[]).length;
  if (node.op === "id") return usual.words;
  if (node.op !== ".") return usual.records;
  const named = namedList(node, language.reference);
  if (named !== undefined) return named.length;
  const [, field] = node.args as [unknown, string];
  const type = language.shapes.get("Item")?.get(field);
  return type?.kind === "list" && type.element.kind !== "object" ? usual.words : usual.records;
}
