/** A set of compiled rules as the pipeline asks it. */
import type { Duration } from "../model/duration.ts";
import type { LogEntry } from "../model/event.ts";
import type { Alert } from "../model/news-items.ts";
import type { DueMemory, Ending, Evaluation, Firing, RuleSet, TimedFiring } from "../model/rule.ts";
import type { Watchlists } from "../model/watchlists.ts";
import { isAbout } from "./about/heard-rules.ts";
import { countOverruns, sharingSteps } from "./cel/meter.ts";
import { surroundingsOf, variablesOf } from "./cel/surroundings.ts";
import type { CompiledRule } from "./compiled-rule.ts";
import { startSearch } from "./index/candidates.ts";
import { createRuleIndex } from "./index/rule-index.ts";
import { planStanding } from "./standing/plan.ts";
import {
  askRule,
  endOpenAlert,
  expectAll,
  expects,
  forgetful,
  passMoment,
  remembers,
} from "./state/index.ts";

/** A file whose rules are left out, since the settings lack sets of records that it needs. */
interface LeftOutFile {
  readonly file: string;
  readonly needs: readonly string[];
  readonly names: readonly string[];
}

/** A rule set that can also be looked into: for checks, examples and explanations. */
export interface CompiledRules extends RuleSet {
  readonly rules: readonly CompiledRule[];
  /** With those that are turned off, in the order of the files. */
  readonly all: readonly CompiledRule[];
  /** Names of rules that are turned off. */
  readonly disabled: readonly string[];
  readonly watchlists: Watchlists;
  readonly leftOut: readonly LeftOutFile[];
}

interface SetFacts {
  readonly hash: string;
  readonly files: readonly string[];
  readonly watchlists?: Watchlists;
  readonly leftOut?: readonly LeftOutFile[];
}

const none: Firing[] = [];

export function createRuleSet(
  all: readonly CompiledRule[],
  { hash, files, watchlists = {}, leftOut = [] }: SetFacts,
): CompiledRules {
  const rules = all.filter(({ isEnabled }) => isEnabled);
  const index = createRuleIndex(rules);
  const expecting = rules.filter(expects);
  const byName = new Map(rules.map((rule) => [rule.name, rule]));
  const computing = rules.filter(({ fixed }) => fixed.notify === undefined);
  const overruns = { counts: new Map<string, number>(), stopped: new Set<string>() };
  const asked = new Float64Array(rules.length);
  return {
    asked: () => new Map(rules.map(({ name }, place) => [name, asked[place] ?? 0])),
    overruns: overruns.counts,
    strangers: () =>
      new Map(
        computing.flatMap(({ name, computed }) =>
          computed.strangers() > 0 ? [[name, computed.strangers()]] : [],
        ),
      ),
    ...{ hash, files, rules, all, leftOut, watchlists },
    disabled: all.filter(({ isEnabled }) => !isEnabled).map(({ name }) => name),
    names: rules.map(({ name }) => name),
    standing: planStanding(
      rules.flatMap(({ language }) => language.stands ?? []),
      rules.flatMap(({ past }) => past?.indexes ?? []),
    ),
    meanings: new Map(rules.filter(remembers).map(({ name, over }) => [name, over.meaning])),
    ...{ endings: endingsOf(rules), gathers: gathersOf(rules) },
    match,
    pass(memory: DueMemory, evaluation: Evaluation): TimedFiring | undefined {
      const rule = byName.get(memory.rule);
      if (rule?.over.meaning === memory.meaning) return passMoment(rule, memory, evaluation);
      // The rule is gone, or means something else now.
      evaluation.remember(memory, undefined);
      return undefined;
    },
  };
  function match(entry: LogEntry, evaluation: Evaluation = forgetful): Firing[] {
    if (entry.event.type === "rules.loaded") for (const rule of expecting) expectAll(rule, entry, evaluation);
    if (entry.event.type === "alert.resolved") endByHand(entry, byName, evaluation);
    const variables = variablesOf(entry.event, surroundingsOf(evaluation, entry.seq));
    const { meter } = variables.around;
    const matching = index.matching(startSearch(variables, overruns, asked));
    if (matching.length === 0 && overruns.stopped.size === 0) return none;
    const firings: Firing[] = [];
    for (const rule of matching) {
      if (rule.heard !== undefined && !isAbout(rule, entry.event)) continue;
      const ask = () => sharingSteps(meter, () => askRule(rule, entry, variables, evaluation));
      const firing = countOverruns(meter, rule.name, overruns, ask);
      if (firing !== undefined) firings.push(firing);
    }
    if (overruns.stopped.size > 0) tellStopped(overruns.stopped, firings, entry, evaluation);
    return firings;
  }
}

/** A person has ended an alert: else its rule would hold the next ones back until its own `until`. */
function endByHand(
  { event }: LogEntry,
  rules: ReadonlyMap<string, CompiledRule>,
  evaluation: Evaluation,
): void {
  const { rule: name, key, why } = event.data.now as unknown as Alert;
  const rule = rules.get(name);
  if (why === "hand" && rule?.over.until !== undefined) endOpenAlert(rule, key, evaluation);
}

function endingsOf(rules: readonly CompiledRule[]): Map<string, Ending> {
  const saying = rules.filter(
    ({ over, resolveAfter }) => over.until !== undefined || resolveAfter !== undefined,
  );
  return new Map(
    saying.map(({ name, over, resolveAfter }) => [
      name,
      { until: over.until !== undefined, ...(resolveAfter && { after: resolveAfter }) },
    ]),
  );
}

function gathersOf(rules: readonly CompiledRule[]): Map<string, Duration> {
  return new Map(rules.flatMap(({ name, gather }) => (gather === undefined ? [] : [[name, gather]])));
}

/** Notes the alerts of rules that were stopped and gave none. */
function tellStopped(
  stopped: Set<string>,
  firings: readonly Firing[],
  { seq, event }: LogEntry,
  { suppress }: Evaluation,
): void {
  for (const rule of stopped) {
    const said = firings.some((firing) => firing.rule === rule);
    if (!said) suppress({ rule, key: event.subject, reason: "cost", causeSeq: seq });
  }
  stopped.clear();
}
