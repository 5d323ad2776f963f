/** The interface of the family: all that a condition over several events answers. What a member leaves out does not compile. */
import type * as z from "zod";
import type { Path } from "../../lib/yaml/parse-yaml.ts";
import type { EventType } from "../../model/event.ts";
import type { Language } from "../cel/language.ts";
import type { FileContext } from "../context/file-context.ts";
import type { RuleLinted } from "../lint/check-condition.ts";
import type { EventCondition } from "./condition.ts";

/** Facts about a rule that its conditions need to compile. */
export interface RuleContext {
  readonly context: FileContext;
  readonly language: Language;
  /** Types of the rule's events. */
  readonly types: readonly EventType[];
}

/** Events that a condition asks for by their type, where its rule is about several, or by what is true of them. */
export interface AskedEvents {
  /** Absent: all of the rule's types. */
  readonly on?: string | string[];
  /** CEL; absent: all events of the types. */
  readonly when?: string | undefined;
  /** Path of the map that has `on` and `when`. */
  readonly path: Path;
  /** The condition holds only where none of them comes. */
  readonly isExcluded: boolean;
}

/** Names of a condition in other programs. */
export interface Borrowed {
  /** Functions that they would call in an expression. */
  readonly functions: RegExp;
  /** Keys that they would give a rule; absent: none that is not a function's name, too. */
  readonly keys?: RegExp;
  /** Suggested YAML, the key first. */
  readonly write: string;
}

/** @typeParam Schema what an author writes at the key */
export interface ConditionMember<Key extends string = string, Schema extends z.ZodType = z.ZodType> {
  /** The key of a rule, and the condition's name. Its heading in docs/rules-conditions.md is the same. */
  readonly key: Key;
  /** Description for editors and the table of docs/rules-reference.md. */
  readonly about: string;
  /** Shown beside that; each one loads. */
  readonly examples: readonly z.input<Schema>[];
  readonly schema: Schema;
  readonly borrowed: Borrowed;
  /** Names of the values that it finds; texts use them as `found.NAME`. */
  readonly found: readonly string[];
  /**
   * Compiles it: its state, what an event and time make of that, and how `why` explains it. Undefined with a
   * mistake, which is reported.
   */
  compile(written: z.output<Schema>, path: Path, around: RuleContext): EventCondition | undefined;
  /** Whether it holds for the moment of an event alone, so that `for` cannot ask for it. */
  isMomentary(written: z.output<Schema>): boolean;
  /** Its own patterns and expressions, which are linted as the rule's are. Empty: it is about all events of the rule. */
  events(written: z.output<Schema>, path: Path): readonly AskedEvents[];
  /** Reports what `check` has to say of it in a rule without mistakes; false: it can never hold, which is reported. */
  lint(written: z.output<Schema>, path: Path, rule: RuleLinted): boolean;
}

/** A member, its types kept. */
export function conditionMember<const Key extends string, Schema extends z.ZodType>(
  one: ConditionMember<Key, Schema>,
): ConditionMember<Key, Schema> {
  return one;
}
