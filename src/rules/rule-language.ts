import type { EventType } from "../model/event-types.ts";
import type { EventTypes } from "../model/known-types.ts";
import { type Language, type Lists, languageFor } from "./cel/language.ts";
import { conditionMeant } from "./conditions/index.ts";

/** The language of a rule: of expressions, knowing what a condition over several events says instead. */
export function ruleLanguage(types: readonly EventType[], all: EventTypes, lists?: Lists): Language {
  return { ...languageFor(types, all, lists), conditionMeant };
}
