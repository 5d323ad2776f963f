/** Judges a stored log once more by the rules of today, or by other ones, and counts what comes of it. Sends nothing. */
import { jstDay } from "../../model/dates.ts";
import type { LogReader } from "../../model/log.ts";
import type { RuleSet } from "../../model/rule.ts";
import type { TradingCalendar } from "../../model/trading-calendar.ts";
import type { House } from "../../pipeline/house.ts";
import type { Judgement } from "../../pipeline/judgement.ts";
import { createReplay } from "../../pipeline/replay.ts";
import { createDifferences } from "./differences.ts";
import { readCommits } from "./read-commits.ts";
import { type BacktestReport, dayRows, daysOf, outcomeOf } from "./report.ts";
import type { Span } from "./span.ts";
import { count, createTally, type Tally } from "./tally.ts";

export interface Backtest {
  readonly log: LogReader;
  readonly rules: RuleSet;
  /** What the rules are compared with. */
  readonly against?: RuleSet | undefined;
  readonly span: Span;
  readonly calendar: TradingCalendar;
  readonly mails: House["mails"];
  /** Hears how many entries of the log were read, now and then. */
  progress(read: number): void;
}

/** How often progress is told. */
const progressEvery = 5_000;

/** What one set of rules makes of the log. */
interface Way {
  take: ReturnType<typeof createReplay>["take"];
  passUntil: ReturnType<typeof createReplay>["passUntil"];
  readonly tally: Tally;
  hear(judgement: Judgement): void;
}

export function runBacktest({ log, rules, against, span, progress, ...house }: Backtest): BacktestReport {
  const differences = against && createDifferences(span.from);
  const wayOf = (set: RuleSet, side: "new" | "old"): Way => {
    const { take, passUntil } = createReplay({
      log,
      rules: () => set,
      ...house,
      calendar: () => house.calendar,
    });
    const tally = createTally(set.names, span);
    const hear = (judgement: Judgement) => {
      tally.take(judgement);
      differences?.take(side, judgement.alerts);
    };
    return { take, passUntil, tally, hear };
  };
  const way = wayOf(rules, "new");
  const other = against && wayOf(against, "old");
  const ways = other === undefined ? [way] : [way, other];
  const read = judgeLog(ways, { log, span, progress });
  const days = daysOf({ from: Math.max(span.from, read.keptFrom ?? span.from), to: span.to });
  const counts = way.tally.counts();
  const found = differences?.found();
  return {
    span: spanWords(span, read.keptFrom),
    events: read.events,
    warmUp: read.warmUp,
    ...outcomeOf(counts, days),
    days: dayRows(days, read.eventsByDay, counts),
    ...(other && found ? { against: { ...outcomeOf(other.tally.counts(), days), ...found } } : {}),
  };
}

interface Read {
  keptFrom: number | undefined;
  events: number;
  warmUp: number;
  readonly eventsByDay: Map<string, number>;
}

function judgeLog(
  ways: readonly Way[],
  { log, span, progress }: Pick<Backtest, "log" | "span" | "progress">,
): Read {
  const read: Read = { keptFrom: undefined, events: 0, warmUp: 0, eventsByDay: new Map() };
  for (const commit of readCommits(log)) {
    const at = Date.parse(commit[0]?.event.time ?? "");
    read.keptFrom ??= at;
    if (at > span.to) continue;
    for (const { take, hear } of ways) for (const judgement of take(commit)) hear(judgement);
    const before = read.events + read.warmUp;
    if (at < span.from) read.warmUp += commit.length;
    else {
      read.events += commit.length;
      count(read.eventsByDay, jstDay(at), commit.length);
    }
    const now = read.events + read.warmUp;
    if (Math.floor(now / progressEvery) > Math.floor(before / progressEvery))
      progress(commit.at(-1)?.seq ?? 0);
  }
  for (const { passUntil, hear } of ways) for (const judgement of passUntil(span.to)) hear(judgement);
  return read;
}

function spanWords({ from, to }: Span, keptFrom: number | undefined): BacktestReport["span"] {
  const iso = (at: number) => new Date(at).toISOString();
  return { from: iso(from), to: iso(to), ...(keptFrom === undefined ? {} : { keptFrom: iso(keptFrom) }) };
}
