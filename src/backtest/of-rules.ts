/** The part of an evaluation that some rules gave. */
import { Refused } from "../lib/problem.ts";
import { didYouMean } from "../lib/text/nearest.ts";
import type { LogReader } from "../model/event.ts";
import type { Alert } from "../model/news-items.ts";
import { codeSetOf, noWatchlist, type Watchlists } from "../model/watchlists.ts";
import type { Replayed } from "../pipeline/replay.ts";
import { tiedByAlerts } from "../rules/about/heard-rules.ts";
import { type CompiledRules, createRuleSet } from "../rules/rule-set.ts";

/** These rules, with those whose alerts they are about; a name that is none: no rule. */
export function setOf(set: CompiledRules, names: ReadonlySet<string>): CompiledRules {
  const tied = new Set(tiedByAlerts(set.rules));
  const isTied = [...names].some((name) => tied.has(name));
  return createRuleSet(
    set.rules.filter(({ name }) => names.has(name) || (isTied && tied.has(name))),
    set,
  );
}

/** Leaves out alerts, mails and suppressions of any other rule; for the evaluations of one replay. */
export function onlyOf(rules: ReadonlySet<string>) {
  return narrowing({
    alert: ({ event }) => rules.has((event.data.now as unknown as Alert).rule),
    suppression: ({ rule }) => rules.has(rule),
  });
}

interface Wanted {
  alert(entry: Replayed["alerts"][number]): boolean;
  suppression(suppression: Replayed["suppressions"][number]): boolean;
}

/** Leaves out the other alerts, with their decisions and mails, and the other suppressions. */
function narrowing(wanted: Wanted) {
  // A digest tells what earlier evaluations gave.
  const kept = new Set<number>();
  return (evaluation: Replayed): Replayed => {
    const alerts = evaluation.alerts.filter(wanted.alert);
    for (const { seq } of alerts) kept.add(seq);
    return {
      ...evaluation,
      alerts,
      notices: evaluation.notices.filter(({ alertSeq }) => kept.has(alertSeq)),
      mails: evaluation.mails.filter(({ alertSeq }) => kept.has(alertSeq)),
      suppressions: evaluation.suppressions.filter(wanted.suppression),
    };
  };
}

/** The stocks of a list. Throws Refused where there is no such list. */
export function codesOf(name: string, watchlists: Watchlists): ReadonlySet<string> {
  const codes = codeSetOf(watchlists, name);
  if (codes !== undefined) return codes;
  const names = Object.keys(watchlists);
  const there = names.length === 0 ? "the settings have none" : `there are ${names.join(", ")}`;
  throw new Refused(`${noWatchlist(name)}: ${didYouMean(name, names) ?? there}`);
}

/** Leaves out alerts, mails and suppressions about anything else; for the evaluations of one replay. */
export function onlyAbout(codes: ReadonlySet<string>, log: Pick<LogReader, "read">) {
  // A suppressed alert has no entry; its subject is that of its event.
  const subjectAt = (seq: number) => {
    const [stored] = log.read(seq - 1, 1);
    return stored?.seq === seq ? stored.subject : undefined;
  };
  return narrowing({
    alert: ({ event }) => codes.has(event.subject),
    suppression: ({ causeSeq }) => codes.has(subjectAt(causeSeq) ?? ""),
  });
}
