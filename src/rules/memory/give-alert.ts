/** An alert that a rule asks for is given, or held back for a reason that is told. */
import { durationWords, endOf } from "../../model/duration.ts";
import type { Firing, Judging, TimedFiring } from "../../model/rule.ts";
import type { CompiledRule } from "../compiled-rule.ts";
import { damp } from "../life/flapping.ts";

/** What is remembered of the alerts of one key. */
export interface Given {
  /** What was said and is not over. */
  readonly active?: TimedFiring | undefined;
  /** When it was given or held back by flapping, of a rule that may flap; ms since 1970. */
  readonly asked?: readonly number[] | undefined;
}

/** The alert where it is given, and what is to be remembered. */
export function giveAlert(
  rule: CompiledRule,
  { firing, causeSeq }: TimedFiring,
  { active, asked = [] }: Given,
  judging: Judging,
): Given & { readonly given: Firing | undefined } {
  const { until, flapping } = rule.over;
  const place = { rule: rule.name, key: firing.key, causeSeq };
  if (active !== undefined) {
    judging.holdBack({ ...place, reason: "unresolved" });
    return { active, asked, given: undefined };
  }
  // What a cooldown holds back was not given, and does not flap.
  if (coolsDown(rule, place, judging)) return { active, asked, given: undefined };
  const damped = flapping && damp(flapping, asked, judging.now(), judging.calendar);
  if (damped?.isHeldBack) {
    judging.holdBack({ ...place, reason: "flapping" });
    return { active, asked: damped.moments, given: undefined };
  }
  beginCooldown(rule, firing.key, judging);
  const words = flapping && `${flapping.times} times within ${durationWords(flapping.within)}`;
  const given = words && damped?.isLast ? { ...firing, flapping: words } : firing;
  return { active: until && { firing: given, causeSeq }, asked: damped?.moments, given };
}

/** Whether a rule gave the same alert less than its cooldown before, which is told. */
export function coolsDown(
  { cooldown }: CompiledRule,
  place: { readonly rule: string; readonly key: string; readonly causeSeq: number },
  judging: Judging,
): boolean {
  if (cooldown === undefined) return false;
  const before = judging.firedAt(place.rule, place.key);
  const until = before === undefined ? undefined : endOf(before, cooldown, judging.calendar);
  if (until === undefined || judging.now() >= until) return false;
  judging.holdBack({ ...place, reason: "cooldown", until });
  return true;
}

/** An alert is given now. */
export function beginCooldown({ name, cooldown }: CompiledRule, key: string, judging: Judging): void {
  if (cooldown !== undefined) judging.fired(name, key);
}
