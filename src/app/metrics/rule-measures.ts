/** What is measured of the active rules, by their names: those of a rule that is gone go with it. */
import type { Measure } from "../../lib/measure.ts";
import type { RuleSet } from "../../model/rule.ts";

/** Most rules that are told by name: the files that make thousands must not make a page of megabytes. */
const mostNamed = 1_000;
/** Stands for all rules behind those; no rule can have such a name. */
const others = "(others)";

type Counts = ReadonlyMap<string, number>;

/**
 * @param rules the rules that are active now
 * @param alertsOf alerts that each rule gave so far, also of rules that are gone
 */
export function ruleMeasures(rules: () => RuleSet, alertsOf: Counts): Measure[] {
  const byRule = (name: string, help: string, counts: (active: RuleSet) => Counts | undefined): Measure => ({
    ...{ name, help, kind: "counter", isPrivate: true },
    read() {
      const active = rules();
      const counted = counts(active);
      const values = active.names.map((rule) => ({ rule, value: counted?.get(rule) ?? 0 }));
      const rest = values.slice(mostNamed).reduce((sum, { value }) => sum + value, 0);
      return [
        ...values.slice(0, mostNamed),
        ...(values.length > mostNamed ? [{ rule: others, value: rest }] : []),
      ].map(({ rule, value }) => ({ labels: { rule }, value }));
    },
  });
  return [
    {
      name: "yagura_rules",
      help: "Rules that are active.",
      kind: "gauge",
      read: () => rules().names.length,
    },
    byRule(
      "yagura_rule_evaluations_total",
      "Events for which a rule was evaluated; most that cannot match are skipped without an evaluation. Starts again when the rules change.",
      (active) => active.asked?.(),
    ),
    byRule("yagura_rule_alerts_total", "Alerts that a rule fired.", () => alertsOf),
    byRule(
      "yagura_rule_overruns_total",
      "Events for which a rule was stopped because it took too long; it did not match. Starts again when the rules change.",
      ({ overruns }) => overruns,
    ),
    byRule(
      "yagura_rule_unknown_targets_total",
      "Recipients that the expression of a rule's notify gave and the settings do not have; they were left out. Starts again when the rules change.",
      (active) => active.strangers?.(),
    ),
  ];
}
