/** The parts of a rule's conditions, each asked by itself: coverage counts them, and `why` shows them. */
import { compileExpression, type Predicate } from "../cel/compile-expression.ts";
import type { Language, Variables } from "../cel/language.ts";
import { latestItem } from "../cel/named-fields.ts";
import { isParam } from "../cel/parse-tree.ts";
import { rowLook } from "../cel/reference.ts";
import { children, type Node, nodeSource } from "../cel/syntax.ts";
import { vocabulary } from "../cel/vocabulary.ts";
import type { CompiledRule } from "../compiled-rule.ts";

/** One operand of `&&`, `||`, `!` or `? :` in a condition; coverage counts them, and `why` shows them. */
export interface ConditionPart {
  /** As it is written, on one line. */
  readonly text: string;
  /** Never throws. Each part is asked by itself, also where the parts before it have decided. */
  ask(variables: Variables): PartAnswer;
}

interface PartAnswer {
  /** Undefined: neither, since a field that it needs is absent. */
  readonly holds: boolean | undefined;
  /** The fields that it names, as they are written, in their order; the value of an absent one is undefined. */
  readonly values: readonly { readonly text: string; readonly value: unknown }[];
}

/** The parts of a rule's `when`, in their order; none without a `when`. */
export function partsOf({ condition, over, language }: CompiledRule): ConditionPart[] {
  return partsOfCondition(condition ?? over.when, language);
}

/** The parts of any condition of a rule, such as its `until`. */
export function partsOfCondition(condition: Predicate | undefined, language: Language): ConditionPart[] {
  if (condition === undefined) return [];
  const { tree, source } = condition;
  return leaves(tree).map((leaf) => {
    const text = nodeSource(leaf, source);
    const whole = compileExpression(text, language, tree);
    const named = fieldsOf(leaf, new Set(records), language).map((field) => nodeSource(field, source));
    // A field that may be absent is shown as what it is where it is there.
    const fields = [...new Set(named.map((field) => field.replaceAll(".?", ".")))];
    const values = fields.map((field) => ({ text: field, of: compileExpression(field, language) }));
    return {
      text: text.replace(/\s+/g, " "),
      ask(variables) {
        const answer = whole.evaluate(variables);
        return {
          holds: typeof answer === "boolean" ? answer : undefined,
          values: values.map(({ text: name, of }) => ({ text: name, value: of.evaluate(variables) })),
        };
      },
    };
  });
}

const joining: readonly string[] = ["&&", "||", "!_", "?:"];

function leaves(node: Node): Node[] {
  return joining.includes(node.op) ? children(node).flatMap(leaves) : [node];
}

const records: readonly unknown[] = ["now", "was", "event", "changed", "standing", "latest"];

/**
 * The fields of the event, the parameters, and the columns of tables and watchlists that an expression names.
 * @param known names that stand for a record here: those that no loop has taken for its entries
 */
function fieldsOf(node: Node, known: ReadonlySet<unknown>, language: Language): Node[] {
  if (isParam(node)) return [node];
  if (node.op === "id") return node.args === "changed" && known.has("changed") ? [node] : [];
  if (node.op === "." || node.op === ".?") {
    const root = rootOf(node);
    if (root.op === "id") return root.args !== "changed" && known.has(root.args) ? [node] : [];
    const look = rowLook(root, language.reference);
    // Inside a loop what is looked for may be an entry, which has no value elsewhere.
    const isWhole = look !== undefined && !known.has(aLoop);
    return [...(isWhole ? [node] : []), ...fieldsOf(look?.key ?? root, known, language)];
  }
  const entry = loopVariable(node);
  const inside = entry === undefined ? known : withoutName(known, entry);
  return children(node).flatMap((child, index) => fieldsOf(child, index === 0 ? known : inside, language));
}

/** Marks that a loop is around, whatever its entries are called. */
const aLoop = Symbol("a loop");

function withoutName(known: ReadonlySet<unknown>, entry: unknown): ReadonlySet<unknown> {
  return new Set([...[...known].filter((name) => name !== entry), aLoop]);
}

/** The first node of a chain of fields, also of one that names an item of another source. */
function rootOf(node: Node): Node {
  if (latestItem(node) !== undefined) return rootOf((node.args as [Node])[0]);
  return node.op === "." || node.op === ".?" ? rootOf((node.args as [Node])[0]) : node;
}

/** The name that a loop gives to the entries of its list, or `cel.bind` to a value. */
function loopVariable({ op, args }: Node): unknown {
  if (op !== "rcall") return undefined;
  const [called, , [entry]] = args as [string, Node, readonly Node[]];
  return vocabulary[called]?.names === undefined ? undefined : entry?.args;
}
