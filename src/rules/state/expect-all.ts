/** Begins to wait for all that a rule expects, when it is loaded. */
import { tameLine } from "../../lib/text/tame.ts";
import type { LogEntry } from "../../model/event.ts";
import type { Evaluation } from "../../model/rule.ts";
import { longestKey } from "../alert-key.ts";
import { sharingSteps } from "../cel/meter.ts";
import type { CompiledRule } from "../compiled-rule.ts";
import { bareVariables } from "../life/expected.ts";
import { absentAt } from "../life.ts";
import { fire } from "./ask-rule.ts";
import { heldOfNothing, keepState } from "./rule-state.ts";

/** Whether a rule waits for something from its beginning on, so that it is to be told when it was loaded. */
export function expects({ over }: Pick<CompiledRule, "over">): boolean {
  return over.absence?.expected !== undefined;
}

/** @param loaded the news that the rule is active, about which the alerts will be; keys that are waited for stay */
export function expectAll(rule: CompiledRule, loaded: LogEntry, evaluation: Evaluation): void {
  const { absence, meaning, expectedBy } = rule.over;
  if (absence?.expected === undefined) return;
  const from = Date.parse(loaded.event.time);
  const due = absentAt(absence, from, evaluation.calendar);
  for (const value of absence.expected) {
    const key = tameLine(value.replaceAll("|", "¦"), longestKey);
    const memory = { rule: rule.name, meaning, key };
    if (evaluation.recall(memory) !== undefined) continue;
    const variables = rule.over.bindFound(bareVariables(rule.language, rule.types, value, expectedBy), {});
    const firing = { ...sharingSteps(() => fire(rule, variables, key)), subject: value };
    const { held } = heldOfNothing(rule, evaluation) ?? { held: false };
    const parts = rule.over.conditions.map(() => null);
    keepState(
      rule,
      memory,
      { parts, held, waiting: { firing, causeSeq: loaded.seq, due }, heard: from },
      evaluation,
    );
  }
}
