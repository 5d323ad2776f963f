/** Evaluates the rules of today, or other ones, on the stored log, and counts the alerts and mails. Sends nothing. */
import { jstDay, type TradingCalendar } from "../model/dates.ts";
import type { Event, LogReader } from "../model/event.ts";
import type { RuleSet } from "../model/rule.ts";
import { playedInLog } from "../pipeline/judging/simulated.ts";
import { createReplay, type Replayed, type ReplayHouse, readCommits } from "../pipeline/replay.ts";
import { replayStanding, type StandingRecord } from "../pipeline/standing/replayed-standing.ts";
import type { AskedSpan } from "../settings/span.ts";
import { createDifferences, type LoneAlert, type SharedAlerts } from "./differences.ts";
import { onlyAbout, onlyOf } from "./of-rules.ts";
import { addCount, type Counts, createRulesTally, type RulesTally } from "./tally.ts";

type Telling = Pick<ReplayHouse, "unmailed" | "alerts">;

export interface Backtest {
  readonly log: LogReader;
  readonly rules: RuleSet;
  /** Rules to compare with. */
  readonly against?: RuleSet | undefined;
  /** Event types of the rules of either set. */
  readonly types: ReadonlySet<string>;
  readonly span: AskedSpan;
  readonly calendar: TradingCalendar;
  /** Who would be told of alerts. */
  readonly telling: Telling;
  /** Who would be told, with some of the rules' mails composed; left out: none are. */
  readonly composing?: Telling | undefined;
  /** Stocks about which alerts count; left out: everything does. */
  readonly codes?: ReadonlySet<string> | undefined;
  /** Rules whose alerts alone are counted; left out: those of all. */
  readonly only?: ReadonlySet<string> | undefined;
  /** Record of what stood. */
  readonly record: StandingRecord;
  /** Hears how many entries of the log were read, now and then. */
  progress(read: number): void;
}

/** Number of entries between two reports of progress. */
const progressEvery = 5_000;

/** Evaluation of the log with one set of rules. */
interface Way {
  take: ReturnType<typeof createReplay>["take"];
  passUntil: ReturnType<typeof createReplay>["passUntil"];
  readonly tally: RulesTally;
  hear(evaluation: Replayed): void;
}

/** Result of the evaluation: plain data, which one thread may give to another. */
export interface BacktestResult extends Read {
  readonly counts: Counts;
  readonly against?: {
    readonly counts: Counts;
    readonly come: LoneAlert[];
    readonly go: LoneAlert[];
    readonly both: SharedAlerts;
  };
}

interface Read {
  /** Time of the oldest entry, ms since 1970; undefined: there is none. */
  readonly keptFrom: number | undefined;
  events: number;
  warmUp: number;
  readonly eventsByDay: Map<string, number>;
}

export function runBacktest({
  log,
  rules,
  against,
  types,
  span,
  progress,
  record,
  calendar,
  telling,
  composing = telling,
  codes,
  only,
}: Backtest): BacktestResult {
  const differences = createDifferences(span.from);
  const all = (evaluation: Replayed) => evaluation;
  const wayOf = (set: RuleSet, side: "new" | "old"): Way => {
    const { take, passUntil } = createReplay({
      ...{ log, rules: () => set, calendar: () => calendar, played: playedInLog() },
      standing: replayStanding(set.standing, record, calendar),
      ...(side === "new" ? composing : telling),
    });
    const about = codes === undefined ? all : onlyAbout(codes, log);
    const given = only === undefined ? all : onlyOf(only);
    const names = only === undefined ? set.names : set.names.filter((name) => only.has(name));
    const tally = createRulesTally(names, span);
    const hear = (evaluation: Replayed) => {
      const counted = about(given(evaluation));
      tally.take(counted);
      if (against) differences.take(side, counted.alerts);
    };
    return { take, passUntil, tally, hear };
  };
  const way = wayOf(rules, "new");
  const other = against && wayOf(against, "old");
  const read = replayLog(other === undefined ? [way] : [way, other], { log, types, span, progress });
  const counts = way.tally.counts();
  return {
    ...read,
    counts,
    ...(other && { against: { counts: other.tally.counts(), ...differences.found() } }),
  };
}

function replayLog(
  ways: readonly Way[],
  { log, types, span, progress }: Pick<Backtest, "log" | "types" | "span" | "progress">,
): Read {
  const [oldest] = log.read(0, 1).map(({ json }) => Date.parse((JSON.parse(json) as Event).time));
  const read: Read = { keptFrom: oldest, events: 0, warmUp: 0, eventsByDay: new Map() };
  for (const { time, events, lastSeq, entries } of readCommits(log, types)) {
    const at = Date.parse(time);
    if (at > span.to) continue;
    for (const { take, hear } of ways) for (const evaluation of take(entries)) hear(evaluation);
    const before = read.events + read.warmUp;
    if (at < span.from) read.warmUp += events;
    else {
      read.events += events;
      addCount(read.eventsByDay, jstDay(at), events);
    }
    const now = read.events + read.warmUp;
    if (Math.floor(now / progressEvery) > Math.floor(before / progressEvery)) progress(lastSeq);
  }
  for (const { passUntil, hear } of ways) for (const evaluation of passUntil(span.to)) hear(evaluation);
  return read;
}
