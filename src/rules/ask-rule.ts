/** Asks a rule whose `when` is true what else it wants to know, and whether it fires. */
import type { Event } from "../model/event.ts";
import type { Firing, Judging } from "../model/rule.ts";
import { weekdaysOnly } from "../model/trading-calendar.ts";
import type { Variables } from "./cel/language.ts";
import { type CompiledRule, fire, keyOf } from "./compiled-rule.ts";
import { momentOf } from "./conditions/moment.ts";
import { takeEvent } from "./conditions/take-event.ts";

export function askRule(
  rule: CompiledRule,
  event: Event,
  variables: Variables,
  judging: Judging,
): Firing | undefined {
  const key = keyOf(rule, variables, event.subject);
  const { conditions, clock, meaning, bindFound } = rule.over;
  if (conditions.length === 0) return fire(rule, variables, key);
  const memory = { rule: rule.name, meaning, key };
  const seen = { at: momentOf(event, clock), type: event.type, variables, calendar: judging.calendar };
  const taken = takeEvent(conditions, judging.recall(memory), seen);
  judging.remember(memory, taken.memory);
  return taken.fires ? fire(rule, bindFound(variables, taken.found), key) : undefined;
}

/** Nothing was before, and nothing is remembered. */
export const forgetful: Judging = { calendar: weekdaysOnly, recall: () => undefined, remember: () => {} };
