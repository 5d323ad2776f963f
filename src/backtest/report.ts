/** Report of a backtest, as programs get it; whoever shows it to people finds the words. */
import { hourMs } from "../lib/clock.ts";
import type { NoticeReason } from "../model/alerts.ts";
import { addDays, jstDay } from "../model/dates.ts";
import type { ReachedLimit } from "../model/rule.ts";
import type { AskedSpan } from "../settings/span.ts";
import type { BacktestResult } from "./backtest.ts";
import { type LoneAlerts, listed, type Renamed, renamedRules, type SharedAlerts } from "./differences.ts";
import {
  loudestStocks,
  type NameAt,
  type ShownMail,
  type StockOutcome,
  shownMails,
} from "./loudest-stocks.ts";
import { addCount, type CountedMail, type Counts, type RuleCounts, type SuppressionCounts } from "./tally.ts";

/** Numbers a day, over all days of the span. */
export interface Daily {
  readonly mean: number;
  readonly most: number;
  /** The first day with the most; absent if every day has none. */
  readonly busiest?: string;
}

export interface RuleOutcome extends RuleCounts {
  /** Mails that are this rule's: a graver alert about the same event takes the place of one. */
  readonly mails: number;
}

/** Outcome of one set of rules. */
export interface Outcome {
  readonly alerts: number;
  readonly resolved: number;
  readonly mails: number;
  readonly heldBack: SuppressionCounts;
  readonly alertsADay: Daily;
  readonly mailsADay: readonly (Daily & { readonly address: string; readonly mails: number })[];
  /** Mails of each address by the hour of the day in Japan, from 0 to 23; hours without any are absent. */
  readonly mailsByHour: Readonly<Record<string, Readonly<Record<number, number>>>>;
  /** Decisions about notifications, by receiver and reason. */
  readonly notices: Readonly<Record<string, Readonly<Partial<Record<NoticeReason, number>>>>>;
  /** The loudest first; those that did nothing are in `silent`. */
  readonly rules: readonly RuleOutcome[];
  /** Rules that never fired, in the order of the files. */
  readonly silent: readonly string[];
  /** Rules that remembered as much as they may, and forgot the oldest for what came then. */
  readonly limits: readonly ReachedLimit[];
}

export interface BacktestReport extends Outcome {
  /** Services that the built-in simulator stands in for. */
  readonly simulated: readonly string[];
  /** Span that is counted, both ISO; `keptFrom` is the time of the oldest entry, absent on an empty log. */
  readonly span: { readonly from: string; readonly to: string; readonly keptFrom?: string };
  readonly events: number;
  /** Events before the span, evaluated but not counted. */
  readonly warmUp: number;
  readonly days: readonly { day: string; events: number; alerts: number; mails: number }[];
  /** Mails of each day, by day. */
  readonly calendar: Readonly<Record<string, number>>;
  /** The ten stocks with the most alerts. */
  readonly stocks: readonly StockOutcome[];
  /** The watchlist whose stocks alone are counted; absent: everything is. */
  readonly watchlist?: string;
  /** The rules whose alerts alone are counted; absent: those of all are. */
  readonly only?: readonly string[];
  /** The first mails, as many as were asked for; absent: none were. */
  readonly shown?: readonly ShownMail[];
  /** Sentences on what a played past does not tell; absent: the log was lived. */
  readonly cannotKnow?: readonly string[];
  readonly against?: Outcome & {
    readonly come: LoneAlerts;
    readonly go: LoneAlerts;
    /** Alerts that both sets of rules give. */
    readonly both: SharedAlerts;
    /** Rules whose name alone is another one; what they give is in `come`, too, and in `go`. */
    readonly renamed: readonly Renamed[];
  };
}

/** Facts of a report that do not follow from the evaluation. */
interface ReportFacts {
  readonly watchlist?: string | undefined;
  readonly only?: readonly string[] | undefined;
  readonly cannotKnow?: readonly string[] | undefined;
  readonly simulated?: readonly string[];
  readonly nameAt?: NameAt;
  /** Number of mails to show; left out: none. */
  readonly show?: number | undefined;
}

export function reportOf(
  { keptFrom, events, warmUp, eventsByDay, counts, against }: BacktestResult,
  span: AskedSpan,
  { simulated = [], nameAt = () => undefined, show, watchlist, only, cannotKnow }: ReportFacts = {},
): BacktestReport {
  const days = daysOf({ from: Math.max(span.from, keptFrom ?? span.from), to: span.to });
  const rows = dayRows(days, eventsByDay, counts);
  const report: BacktestReport = {
    simulated,
    span: spanWords(span, keptFrom),
    ...(watchlist === undefined ? {} : { watchlist }),
    ...(only === undefined ? {} : { only }),
    events,
    warmUp,
    ...outcomeOf(counts, days),
    days: rows,
    calendar: Object.fromEntries(rows.map(({ day, mails }) => [day, mails])),
    stocks: loudestStocks(counts, nameAt),
    ...(show === undefined ? {} : { shown: shownMails(counts.mails, show) }),
    ...(cannotKnow === undefined ? {} : { cannotKnow }),
  };
  if (against === undefined) return report;
  const [come, go] = [listed(against.come), listed(against.go)];
  const namesOf = (of: Counts) => of.rules.map(({ rule }) => rule);
  const renamed = renamedRules(
    { names: namesOf(counts), lone: against.come },
    { names: namesOf(against.counts), lone: against.go },
  );
  return {
    ...report,
    against: { ...outcomeOf(against.counts, days), come, go, both: against.both, renamed },
  };
}

function spanWords({ from, to }: AskedSpan, keptFrom: number | undefined): BacktestReport["span"] {
  const iso = (at: number) => new Date(at).toISOString();
  return { from: iso(from), to: iso(to), ...(keptFrom === undefined ? {} : { keptFrom: iso(keptFrom) }) };
}

/** The days in Japan that a span touches. */
function daysOf({ from, to }: AskedSpan): string[] {
  const days: string[] = [];
  for (let day = jstDay(from); day <= jstDay(to); day = addDays(day, 1)) days.push(day);
  return days;
}

function outcomeOf(
  { rules: counted, alertsByDay, mails, notices, leads, limits }: Counts,
  days: readonly string[],
): Outcome {
  const mailsByRule = new Map<string, number>();
  for (const { rule } of mails) addCount(mailsByRule, rule);
  const rules = counted.map((rule) => ({ ...rule, mails: mailsByRule.get(rule.rule) ?? 0 }));
  const total = (of: (rule: RuleOutcome) => number) => rules.reduce((sum, rule) => sum + of(rule), 0);
  const loud = rules.filter(({ alerts, resolved, heldBack }) => alerts + resolved + held(heldBack) > 0);
  return {
    alerts: total(({ alerts }) => alerts),
    resolved: total(({ resolved }) => resolved),
    mails: mails.length,
    heldBack: together(rules.map(({ heldBack }) => heldBack)),
    alertsADay: daily(alertsByDay, days),
    mailsADay: [...mailsByDay(mails)]
      .map(([address, byDay]) => ({ address, mails: sum(byDay.values()), ...daily(byDay, days) }))
      .sort((a, b) => b.mails - a.mails || (a.address < b.address ? -1 : 1)),
    mailsByHour: mailsByHour(mails),
    notices: decisions({ notices, leads }),
    rules: loud.sort((a, b) => b.alerts - a.alerts || held(b.heldBack) - held(a.heldBack)),
    silent: rules.filter(({ alerts }) => alerts === 0).map(({ rule }) => rule),
    limits: limits.toSorted((a, b) => (a.rule < b.rule ? -1 : 1)),
  };
}

function decisions({ notices, leads }: Pick<Counts, "notices" | "leads">): Outcome["notices"] {
  const all = new Map([...notices].map(([receiver, own]) => [receiver, new Map(own)]));
  for (const { receiver, reason } of leads) {
    const own = all.get(receiver) ?? new Map<NoticeReason, number>();
    all.set(receiver, own.set(reason, (own.get(reason) ?? 0) + 1));
  }
  return Object.fromEntries([...all].map(([receiver, own]) => [receiver, Object.fromEntries(own)]));
}

function mailsByHour(mails: readonly CountedMail[]): Outcome["mailsByHour"] {
  const byAddress: Record<string, Record<number, number>> = {};
  for (const { address, at } of mails) {
    const hour = (Math.floor(at / hourMs) + 9) % 24;
    const own = byAddress[address] ?? {};
    byAddress[address] = { ...own, [hour]: (own[hour] ?? 0) + 1 };
  }
  return byAddress;
}

/** Mails by address, then by day in Japan. */
function mailsByDay(mails: readonly CountedMail[]): Map<string, Map<string, number>> {
  const byAddress = new Map<string, Map<string, number>>();
  for (const { address, at } of mails) {
    const byDay = byAddress.get(address) ?? new Map<string, number>();
    byAddress.set(address, byDay);
    addCount(byDay, jstDay(at));
  }
  return byAddress;
}

/** Events, alerts and mails of each day. */
function dayRows(
  days: readonly string[],
  eventsByDay: ReadonlyMap<string, number>,
  { alertsByDay, mails }: Counts,
): BacktestReport["days"] {
  const mailed = new Map<string, number>();
  for (const { at } of mails) addCount(mailed, jstDay(at));
  return days.map((day) => ({
    day,
    events: eventsByDay.get(day) ?? 0,
    alerts: alertsByDay.get(day) ?? 0,
    mails: mailed.get(day) ?? 0,
  }));
}

function daily(byDay: ReadonlyMap<string, number>, days: readonly string[]): Daily {
  const most = Math.max(0, ...byDay.values());
  const busiest = days.find((day) => most > 0 && byDay.get(day) === most);
  const mean = sum(byDay.values()) / Math.max(1, days.length);
  return { mean: Math.round(mean * 100) / 100, most, ...(busiest === undefined ? {} : { busiest }) };
}

function together(all: readonly SuppressionCounts[]): SuppressionCounts {
  const reasons = new Map<string, number>();
  for (const counts of all)
    for (const [reason, times] of Object.entries(counts))
      reasons.set(reason, (reasons.get(reason) ?? 0) + times);
  return Object.fromEntries(reasons);
}

function held(counts: SuppressionCounts): number {
  return sum(Object.values(counts));
}

function sum(numbers: Iterable<number>): number {
  let total = 0;
  for (const number of numbers) total += number;
  return total;
}
