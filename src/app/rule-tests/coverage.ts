/** What tests and examples saw of each rule: what it did, and which parts of its conditions were ever true and false. */
import type { LogEntry } from "../../model/event.ts";
import type { Firing, RuleSet } from "../../model/rule.ts";
import type { SuppressionReason } from "../../model/suppression.ts";
import { type Part, partsOf, partsOfCondition } from "../../rules/cel/parts.ts";
import type { CompiledRule } from "../../rules/compiled-rule.ts";
import type { Condition } from "../../rules/conditions/condition.ts";
import { createRuleSet } from "../../rules/rule-set.ts";
import type { Brought } from "./scene.ts";

/** How often a part of a condition was seen. */
interface PartCoverage {
  /** Which condition of the rule it is of. */
  readonly of: "when" | "until";
  readonly text: string;
  true: number;
  false: number;
  /** Neither: a field that it needs was absent. */
  absent: number;
}

/** The same of a condition over several events. */
interface ConditionCoverage {
  readonly text: string;
  held: number;
  not: number;
}

export interface RuleCoverage {
  readonly rule: string;
  readonly file: string;
  readonly line: number;
  /** How many events of its types it fired for, and for how many it stayed silent. */
  fired: number;
  silent: number;
  /** How often time alone brought its alert about; undefined where it waits for nothing. */
  timed: number | undefined;
  readonly heldBack: Partial<Record<SuppressionReason, number>>;
  readonly parts: readonly PartCoverage[];
  readonly conditions: readonly ConditionCoverage[];
}

export interface Coverage {
  readonly rules: readonly RuleCoverage[];
  /** A rule set of those of the names that it watches; undefined: of all. */
  ruleSet(names?: readonly string[]): RuleSet;
  /** Hears what a step brought about. */
  saw(brought: Brought): void;
}

export function createCoverage(rules: readonly CompiledRule[]): Coverage {
  const watched = rules.map(watch);
  const byName = new Map(watched.map((one) => [one.coverage.rule, one.coverage]));
  return {
    rules: watched.map(({ coverage }) => coverage),
    ruleSet(names) {
      const chosen = watched.filter(({ rule }) => names?.includes(rule.name) ?? true);
      const own = createRuleSet(
        chosen.map(({ rule }) => rule),
        { hash: "tests", files: [] },
      );
      return {
        ...own,
        match(entry, judging) {
          const firings = own.match(entry, judging);
          for (const one of chosen) look(one, entry, firings);
          return firings;
        },
        pass(memory, judging) {
          const said = own.pass(memory, judging);
          const coverage = said && byName.get(memory.rule);
          if (coverage?.timed !== undefined) coverage.timed += 1;
          return said;
        },
      };
    },
    saw({ suppressions }) {
      for (const { rule, reason } of suppressions) {
        const heldBack = byName.get(rule)?.heldBack;
        if (heldBack !== undefined) heldBack[reason] = (heldBack[reason] ?? 0) + 1;
      }
    },
  };
}

interface WatchedRule {
  /** Says what conditions held. */
  readonly rule: CompiledRule;
  readonly parts: readonly Part[];
  readonly coverage: RuleCoverage;
}

function watch(rule: CompiledRule): WatchedRule {
  const { name, file, line, over, language } = rule;
  const when = partsOf(rule);
  const until = partsOfCondition(over.until, language);
  const counted = (of: PartCoverage["of"]) => (part: Part) => ({
    ...{ of, text: part.text },
    ...{ true: 0, false: 0, absent: 0 },
  });
  const conditions = over.texts.map((text) => ({ text, held: 0, not: 0 }));
  const waits = over.lasting !== undefined || over.absence !== undefined;
  const counting = over.conditions.map((condition, index) => watchCondition(condition, conditions[index]));
  return {
    rule: { ...rule, over: { ...over, conditions: counting } },
    parts: [...when, ...until],
    coverage: {
      ...{ rule: name, file, line, fired: 0, silent: 0, heldBack: {}, conditions },
      timed: waits ? 0 : undefined,
      parts: [...when.map(counted("when")), ...until.map(counted("until"))],
    },
  };
}

function watchCondition(condition: Condition, coverage: ConditionCoverage | undefined): Condition {
  return {
    take(memory, seen) {
      const taken = condition.take(memory, seen);
      if (coverage !== undefined) coverage[taken.holds ? "held" : "not"] += 1;
      return taken;
    },
  };
}

function look({ rule, parts, coverage }: WatchedRule, { event }: LogEntry, firings: readonly Firing[]): void {
  if (!rule.types.includes(event.type)) return;
  const fired = firings.some((firing) => firing.rule === rule.name && firing.resolved === undefined);
  coverage[fired ? "fired" : "silent"] += 1;
  const variables = rule.language.bind(event);
  for (const [index, part] of parts.entries()) {
    const { holds } = part.ask(variables);
    const seen = coverage.parts[index];
    if (seen !== undefined) seen[holds === undefined ? "absent" : holds ? "true" : "false"] += 1;
  }
}
