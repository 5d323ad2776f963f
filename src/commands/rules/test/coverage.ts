/** Coverage of each rule by tests and examples: its outcomes, and the parts of its conditions that were true and false. */
import type { Evaluation, Firing, RuleSet, SuppressionReason } from "../../../model/rule.ts";
import type { Watchlists } from "../../../model/watchlists.ts";
import { isAbout } from "../../../rules/about/heard-rules.ts";
import type { Variables } from "../../../rules/cel/language.ts";
import { surroundingsOf, variablesOf } from "../../../rules/cel/surroundings.ts";
import type { CompiledRule } from "../../../rules/compiled-rule.ts";
import type { WrittenCondition } from "../../../rules/conditions/condition.ts";
import { type ConditionPart, partsOf, partsOfCondition } from "../../../rules/explain/explain-event.ts";
import { createRuleSet } from "../../../rules/rule-set.ts";
import { forgetful, isTimed } from "../../../rules/state/index.ts";

/** Number of times that a part of a condition was seen. */
interface PartCoverage {
  /** Key of the rule to which the part belongs. */
  readonly of: "when" | "until";
  readonly text: string;
  true: number;
  false: number;
  /** Neither: a field that it needs was absent. */
  absent: number;
}

/** Number of times that a condition over several events was seen. */
interface ConditionCoverage {
  readonly text: string;
  held: number;
  not: number;
}

export interface RuleCoverage {
  readonly rule: string;
  readonly file: string;
  readonly line: number;
  /** Number of events of its types for which it fired, and for which it stayed silent. */
  fired: number;
  silent: number;
  /** Number of alerts that time alone brought about; undefined if the rule waits for nothing. */
  timed: number | undefined;
  readonly heldBack: Partial<Record<SuppressionReason, number>>;
  readonly parts: readonly PartCoverage[];
  readonly conditions: readonly ConditionCoverage[];
}

export interface Coverage {
  readonly rules: readonly RuleCoverage[];
  /**
   * A rule set of those of the names that it watches; undefined: of all.
   * @param other the same rules, compiled with other watchlists; left out: those that it was made for
   */
  ruleSet(names?: readonly string[], other?: WatchedRules): RuleSet;
}

interface WatchedRules {
  readonly rules: readonly CompiledRule[];
  readonly watchlists: Watchlists;
}

export function createCoverage(rules: readonly CompiledRule[], watchlists: Watchlists = {}): Coverage {
  const watched = rules.map((rule) => watch(rule));
  const byName = new Map(watched.map((one) => [one.coverage.rule, one.coverage]));
  const hearing = (evaluation: Evaluation, suppressed: Set<string>): Evaluation => ({
    ...evaluation,
    suppress(one) {
      suppressed.add(one.rule);
      const heldBack = byName.get(one.rule)?.heldBack;
      if (heldBack !== undefined) heldBack[one.reason] = (heldBack[one.reason] ?? 0) + 1;
      evaluation.suppress(one);
    },
  });
  return {
    rules: watched.map(({ coverage }) => coverage),
    ruleSet(names, other) {
      const all = other?.rules.map((rule) => watch(rule, byName.get(rule.name))) ?? watched;
      const chosen = all.filter(({ rule }) => names?.includes(rule.name) ?? true);
      const own = createRuleSet(
        chosen.map(({ rule }) => rule),
        { hash: "tests", files: [], watchlists: other?.watchlists ?? watchlists },
      );
      return {
        ...own,
        match(entry, evaluation = forgetful) {
          const suppressed = new Set<string>();
          const firings = own.match(entry, hearing(evaluation, suppressed));
          const variables = variablesOf(entry.event, surroundingsOf(evaluation, entry.seq));
          for (const one of chosen) look(one, variables, { firings, suppressed });
          return firings;
        },
        pass(memory, evaluation) {
          const firing = own.pass(memory, hearing(evaluation, new Set()));
          const coverage = firing && byName.get(memory.rule);
          if (coverage?.timed !== undefined) coverage.timed += 1;
          return firing;
        },
      };
    },
  };
}

interface WatchedRule {
  /** The rule, whose conditions are counted when they are asked. */
  readonly rule: CompiledRule;
  readonly parts: readonly ConditionPart[];
  readonly coverage: RuleCoverage;
}

/** @param known what was counted of the rule before */
function watch(rule: CompiledRule, known?: RuleCoverage): WatchedRule {
  const { over, language } = rule;
  const when = partsOf(rule);
  const until = partsOfCondition(over.until, language);
  const coverage = known ?? nothingSeen(rule, when, until);
  const counting = over.conditions.map((one, index) => watchCondition(one, coverage.conditions[index]));
  return {
    rule: { ...rule, over: { ...over, conditions: counting } },
    parts: [...when, ...until],
    coverage,
  };
}

function nothingSeen(
  { name, file, line, over }: CompiledRule,
  when: readonly ConditionPart[],
  until: readonly ConditionPart[],
): RuleCoverage {
  const counted = (of: PartCoverage["of"]) => (part: ConditionPart) => ({
    of,
    text: part.text,
    true: 0,
    false: 0,
    absent: 0,
  });
  return {
    rule: name,
    file,
    line,
    fired: 0,
    silent: 0,
    heldBack: {},
    conditions: over.conditions.map(({ text }) => ({ text, held: 0, not: 0 })),
    timed: isTimed(over) ? 0 : undefined,
    parts: [...when.map(counted("when")), ...until.map(counted("until"))],
  };
}

function watchCondition(
  condition: WrittenCondition,
  coverage: ConditionCoverage | undefined,
): WrittenCondition {
  return {
    ...condition,
    take(memory, seen, value) {
      const taken = condition.take(memory, seen, value);
      if (coverage !== undefined) coverage[taken.holds ? "held" : "not"] += 1;
      return taken;
    },
  };
}

interface Outcome {
  readonly firings: readonly Firing[];
  /** Names of the rules with a suppressed alert. */
  readonly suppressed: ReadonlySet<string>;
}

function look(
  { rule, parts, coverage }: WatchedRule,
  variables: Variables,
  { firings, suppressed }: Outcome,
): void {
  if (!isAbout(rule, variables.event)) return;
  const fired = firings.some((firing) => firing.rule === rule.name && firing.resolved === undefined);
  if (fired) coverage.fired += 1;
  else if (!suppressed.has(rule.name)) coverage.silent += 1;
  for (const [index, part] of parts.entries()) {
    const { holds } = part.ask(variables);
    const seen = coverage.parts[index];
    if (seen !== undefined) seen[holds === undefined ? "absent" : holds ? "true" : "false"] += 1;
  }
}
