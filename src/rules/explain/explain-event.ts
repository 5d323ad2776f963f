/** Explains what a rule made of one event, part by part, from its states before and after it. Pure. */
import type { LogEntry } from "../../model/event.ts";
import type { Evaluation } from "../../model/rule.ts";
import { compileExpression, type Predicate } from "../cel/compile-expression.ts";
import type { Language, Variables } from "../cel/language.ts";
import { latestItem } from "../cel/named-fields.ts";
import { isParam } from "../cel/parse-tree.ts";
import { rowLook } from "../cel/reference.ts";
import { surroundingsOf, variablesOf } from "../cel/surroundings.ts";
import { children, type Node, nodeSource } from "../cel/syntax.ts";
import { vocabulary } from "../cel/vocabulary.ts";
import type { CompiledRule } from "../compiled-rule.ts";
import {
  type ComparedValue,
  type FoundValues,
  type Look,
  type Seen,
  valuesOf,
  type WrittenCondition,
} from "../conditions/condition.ts";
import { clockMoment } from "../context/clock.ts";
import { begin, memoryIn } from "../state/index.ts";
import { alertKeyOf } from "../texts/template.ts";

export type ExplainedPart = { readonly text: string } & ReturnType<ConditionPart["ask"]>;

export interface ExplainedCondition {
  readonly text: string;
  /** Whether it held with the event; undefined: it was not asked, since `when` did not hold or a value is missing. */
  readonly holds: boolean | undefined;
  /** Whether the event played a part: not one without a value that the rule measures, nor one that came too late. */
  readonly counts: boolean;
  /** Whether the event has no value for it. */
  readonly lacksValue: boolean;
  /** The state with the event. */
  readonly look: Look;
  /** Values that the texts of an alert see. */
  readonly found: Readonly<Record<string, number>>;
  /** The earlier value that the event's value was compared with. */
  readonly compared?: ComparedValue | undefined;
}

export interface ExplainedEvent {
  readonly key: string;
  /** The parts of `when`, and whether it held as a whole. */
  readonly when: readonly ExplainedPart[];
  readonly holds: boolean;
  readonly conditions: readonly ExplainedCondition[];
  /** The parts of `until`, and whether the event ends what is open. */
  readonly until: readonly ExplainedPart[];
  readonly ends: boolean;
}

/** States of a rule for the event's key, as JSON; undefined: none. */
export interface StatesAround {
  readonly before: unknown;
  readonly after: unknown;
}

/** @param evaluation with the calendar, and what stood at the event */
export function explainEvent(
  rule: CompiledRule,
  entry: LogEntry,
  { before, after }: StatesAround,
  evaluation: Pick<Evaluation, "calendar" | "standing" | "before" | "formsOf">,
): ExplainedEvent {
  const { seq, event } = entry;
  const { calendar } = evaluation;
  const variables = variablesOf(event, surroundingsOf(evaluation, seq));
  const { over } = rule;
  const holds = (rule.condition ?? over.when)?.(variables) ?? true;
  const seen = { at: clockMoment(variables, over.clock), type: event.type, variables, calendar, seq };
  const answered = (parts: readonly ConditionPart[]) =>
    parts.map(({ text, ask }) => ({ text, ...ask(variables) }));
  const isHeard = holds && valuesOf(over.conditions, variables) !== undefined;
  const key = alertKeyOf(rule, variables, event.subject);
  const begun = isHeard ? begin(rule, before, { entry, key, seen }, evaluation) : before;
  return {
    key,
    when: answered(partsOf(rule)),
    holds,
    conditions: over.conditions.flatMap((condition, index) => {
      const states = [memoryIn(begun, index), memoryIn(after, index)] as const;
      return shownOf(condition, states).map(([one, memories]) => {
        const value = one.read?.(variables);
        const lacksValue = one.read !== undefined && value === undefined;
        if (isHeard && !lacksValue) return asked(one, memories, seen, value);
        return { ...unasked(one, memories[0], seen), lacksValue: holds && lacksValue };
      });
    }),
    until: answered(partsOfCondition(over.until, rule.language)),
    ends: over.until?.(variables) === true,
  };
}

/** A condition of a rule, and what it remembers of a key. */
export interface RememberedCondition {
  readonly text: string;
  readonly look: Look;
}

/**
 * What each condition of a rule remembers of a key at a moment, ms since 1970.
 * @param state what is kept of the key
 */
export function rememberedIn(
  { over }: Pick<CompiledRule, "over">,
  state: unknown,
  at: number,
  calendar: Evaluation["calendar"],
): RememberedCondition[] {
  return over.conditions.flatMap((condition, index) => {
    const memory = memoryIn(state, index);
    return shownOf(condition, [memory, memory]).map(([{ text, look }, [own]]) => ({
      text,
      look: look(own, at, calendar),
    }));
  });
}

/** A condition with its states, or those that it is made of with theirs. */
function shownOf(
  condition: WrittenCondition,
  states: readonly [before: unknown, after: unknown],
): (readonly [WrittenCondition, readonly [unknown, unknown]])[] {
  const { members } = condition;
  if (members === undefined) return [[condition, states]];
  const [before, after] = states.map((state) => members.memories(state).flat());
  return members.maps.flat().map((one, place) => [one, [before?.[place], after?.[place]]]);
}

function asked(
  condition: WrittenCondition,
  [before, after]: readonly [unknown, unknown],
  seen: Seen,
  value: ReturnType<NonNullable<WrittenCondition["read"]>>,
): ExplainedCondition {
  const compared = condition.compared?.(before, seen);
  const { holds, counts, found, completed } = condition.take(structuredClone(before), seen, value);
  // Events that are complete with this one are forgotten with it.
  const look = condition.look(completed ?? after, seen.at, seen.calendar);
  return { text: condition.text, holds, counts, lacksValue: false, look, found: numbersOf(found), compared };
}

/** Values that one condition found: it has no other beneath it. */
function numbersOf(found: FoundValues): Readonly<Record<string, number>> {
  const numbers = Object.entries(found).filter(([, value]) => typeof value === "number");
  return Object.fromEntries(numbers) as Record<string, number>;
}

function unasked(
  condition: WrittenCondition,
  before: unknown,
  { at, calendar }: Seen,
): Omit<ExplainedCondition, "lacksValue"> {
  const look = condition.look(before, at, calendar);
  return { text: condition.text, holds: undefined, counts: false, look, found: {} };
}

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
