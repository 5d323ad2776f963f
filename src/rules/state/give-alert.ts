/** Gives an alert that a rule asks for, or suppresses it for a reason that is told. */
import { durationWords, endOf } from "../../model/duration.ts";
import type { Evaluation, Firing, TimedFiring } from "../../model/rule.ts";
import type { CompiledRule } from "../compiled-rule.ts";
import { damp } from "../life.ts";

/** Alerts of one key, as its state has them. */
export interface Given {
  /** The alert that is not over. */
  readonly active?: TimedFiring | undefined;
  /** Times at which it was given, or suppressed by flapping; ms since 1970. */
  readonly asked?: readonly number[] | undefined;
}

/** The alert where it is given, and what is to be remembered. */
export function giveAlert(
  rule: CompiledRule,
  { firing, causeSeq }: TimedFiring,
  { active, asked = [] }: Given,
  evaluation: Evaluation,
): Given & { readonly given: Firing | undefined } {
  const { until, flapping } = rule.over;
  const place = { rule: rule.name, key: firing.key, causeSeq };
  if (active !== undefined) {
    evaluation.suppress({ ...place, reason: "unresolved" });
    return { active, asked, given: undefined };
  }
  // An alert that a cooldown suppresses was not given, and does not flap.
  if (coolsDown(rule, place, evaluation)) return { active, asked, given: undefined };
  const damped = flapping && damp(flapping, asked, evaluation.now(), evaluation.calendar);
  if (damped?.isSuppressed) {
    evaluation.suppress({ ...place, reason: "flapping" });
    return { active, asked: damped.moments, given: undefined };
  }
  beginCooldown(rule, firing.key, evaluation);
  const words = flapping && `${flapping.times} times within ${durationWords(flapping.within)}`;
  const given = words && damped?.isLast ? { ...firing, flapping: words } : firing;
  return { active: until && { firing: given, causeSeq }, asked: damped?.moments, given };
}

/** Whether a rule gave the same alert less than its cooldown before, which is told. */
export function coolsDown(
  { cooldown }: CompiledRule,
  place: { readonly rule: string; readonly key: string; readonly causeSeq: number },
  evaluation: Evaluation,
): boolean {
  if (cooldown === undefined) return false;
  const before = evaluation.firedAt(place.rule, place.key);
  const until = before === undefined ? undefined : endOf(before, cooldown, evaluation.calendar);
  if (until === undefined || evaluation.now() >= until) return false;
  evaluation.suppress({ ...place, reason: "cooldown", until });
  return true;
}

/** An alert is given now. */
export function beginCooldown({ name, cooldown }: CompiledRule, key: string, evaluation: Evaluation): void {
  if (cooldown !== undefined) evaluation.fired(name, key);
}
