import type { EventType } from "../../model/event-types.ts";
import type { Language } from "../cel/language.ts";
import type { FileContext } from "../file-context.ts";

/** What compiling the conditions of a rule needs to know of it. */
export interface RuleContext {
  readonly context: FileContext;
  readonly language: Language;
  /** What the rule is about. */
  readonly types: readonly EventType[];
}
