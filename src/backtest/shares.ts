/** Shares of the rules for two threads. Few rules know of one another, so each thread can evaluate its share on the same log. */
import type { NoticeReason } from "../model/alerts.ts";
import { gravity } from "../model/news-items.ts";
import { tiedByAlerts } from "../rules/about/heard-rules.ts";
import { type CompiledRules, createRuleSet } from "../rules/rule-set.ts";
import type { BacktestResult } from "./backtest.ts";
import type { CountedLead, CountedMail, Counts, RuleCounts } from "./tally.ts";

/** Number of one of the two shares. */
export type Share = 0 | 1;

interface RuleSets {
  readonly rules: CompiledRules;
  readonly against: CompiledRules | undefined;
}

/**
 * Half of the rules; rules of one name are in one share. Rules that cost alike often follow one another, and the first
 * of them is not always in the same share.
 */
export function shareOf({ rules, against }: RuleSets, share: Share): RuleSets {
  const names = [...new Set([...rules.names, ...(against?.names ?? [])])];
  // Rules about alerts are where those alerts are given.
  const tied = new Set([...tiedByAlerts(rules.rules), ...tiedByAlerts(against?.rules ?? [])]);
  const shareAt = (name: string, at: number) => (tied.has(name) ? 0 : (at + (at >> 1)) % 2);
  const own = new Set(names.filter((name, at) => shareAt(name, at) === share));
  const take = (set: CompiledRules) =>
    createRuleSet(
      set.rules.filter(({ name }) => own.has(name)),
      set,
    );
  return { rules: take(rules), against: against && take(against) };
}

/** Joins the results of both shares; `names` are all rules in the order of the files. */
export function together(
  a: BacktestResult,
  b: BacktestResult,
  { rules, against }: { readonly rules: readonly string[]; readonly against: readonly string[] },
): BacktestResult {
  const counts = addedCounts(a.counts, b.counts, rules);
  if (!a.against || !b.against) return { ...a, counts };
  const both = {
    counts: addedCounts(a.against.counts, b.against.counts, against),
    come: [...a.against.come, ...b.against.come],
    go: [...a.against.go, ...b.against.go],
    both: {
      count: a.against.both.count + b.against.both.count,
      alerts: [...a.against.both.alerts, ...b.against.both.alerts],
    },
  };
  return { ...a, counts, against: both };
}

function addedCounts(a: Counts, b: Counts, names: readonly string[]): Counts {
  const byName = new Map([...a.rules, ...b.rules].map((rule) => [rule.rule, rule]));
  return {
    rules: names.map((name) => byName.get(name)).filter((rule): rule is RuleCounts => rule !== undefined),
    alertsByDay: added(a.alertsByDay, b.alertsByDay),
    bySubject: joinedSubjects(a.bySubject, b.bySubject),
    limits: [...a.limits, ...b.limits],
    mails: joinedMails(a.mails, b.mails, names),
    ...joinedNotices(a, b, names),
  };
}

/** Joins the decisions of both shares; an alert is told with a graver one of the other share. */
function joinedNotices(a: Counts, b: Counts, names: readonly string[]): Pick<Counts, "notices" | "leads"> {
  const receivers = new Set([...a.notices.keys(), ...b.notices.keys()]);
  const notices = new Map(
    [...receivers].map((receiver) => [receiver, added(a.notices.get(receiver), b.notices.get(receiver))]),
  );
  const rank = rankOf(names);
  const leads = new Map<string, CountedLead>();
  for (const lead of [...a.leads, ...b.leads]) {
    const { receiver, at, cause } = lead;
    const place = `${at} ${cause} ${receiver}`;
    const known = leads.get(place);
    if (known === undefined || rank(lead) < rank(known)) leads.set(place, lead);
    if (known === undefined) continue;
    const own = notices.get(receiver) ?? new Map<NoticeReason, number>();
    notices.set(receiver, own.set("same-cause", (own.get("same-cause") ?? 0) + 1));
  }
  return { notices, leads: [...leads.values()] };
}

function joinedSubjects(a: Counts["bySubject"], b: Counts["bySubject"]): Counts["bySubject"] {
  const joined = new Map(a);
  for (const [subject, { alerts, causes }] of b) {
    const other = joined.get(subject);
    const all = new Map([...causes, ...(other?.causes ?? [])]);
    joined.set(subject, { alerts: alerts + (other?.alerts ?? 0), causes: all });
  }
  return joined;
}

/** The gravest first, then as the files have their rules. */
function rankOf(names: readonly string[]) {
  const places = new Map(names.map((name, place) => [name, place]));
  return ({ severity, rule }: Pick<CountedMail, "severity" | "rule">): number =>
    gravity[severity] * names.length + (places.get(rule) ?? names.length);
}

/** An address gets one mail of the alerts that an event gives together: the gravest, then the first of the files. */
function joinedMails(
  a: readonly CountedMail[],
  b: readonly CountedMail[],
  names: readonly string[],
): CountedMail[] {
  const rank = rankOf(names);
  const placeOf = ({ address, cause, at }: CountedMail) => `${at} ${cause} ${address}`;
  const others = new Map<string, CountedMail[]>();
  for (const mail of b) others.set(placeOf(mail), [...(others.get(placeOf(mail)) ?? []), mail]);
  const joined = a.map((mail) => {
    const other = others.get(placeOf(mail))?.shift();
    return other === undefined || rank(mail) < rank(other) ? mail : other;
  });
  return [...joined, ...[...others.values()].flat()];
}

function added<Name extends string>(
  a: ReadonlyMap<Name, number> = new Map(),
  b: ReadonlyMap<Name, number> = new Map(),
) {
  const sums = new Map(a);
  for (const [name, count] of b) sums.set(name, (sums.get(name) ?? 0) + count);
  return sums;
}
