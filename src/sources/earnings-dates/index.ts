/** Days on which companies will tell their results. Scope: ""; key: code, period, end of the fiscal year. */
import { compareTexts } from "../../lib/text/nearest.ts";
import { addDays, isWeekday, laterDay, weekdayAfter } from "../../model/dates.ts";
import type { EventDraft, EventType } from "../../model/event.ts";
import { known } from "../../model/fields.ts";
import type { MarketClient } from "../../upstreams/market/calls.ts";
import { createOddities, type OddityCollector } from "../../upstreams/misfits.ts";
import { draft, itemOf, rewriteScope, storedCursor, storedItems } from "../compare.ts";
import { type PlanDays, readDays } from "../dated.ts";
import type { Diff, PollContext, Source, SourceState } from "../source.ts";
import {
  type EarningsDate,
  type EarningsDateRecord,
  earningsCall,
  earningsDate,
  earningsFields,
} from "./events.ts";
import { roundKey, yearEndOf } from "./rounds.ts";

interface EarningsCursor {
  /** The last day of publication that was read. */
  readonly readTo: string;
  /** The last expected day that was looked up since the first sight; absent: all were. */
  readonly aheadTo?: string;
}

export interface EarningsAnswer {
  /** Days of publication that were read, oldest first. */
  readonly days: readonly string[];
  /** Rows published on these days. */
  readonly published: readonly EarningsDateRecord[];
  /** Rows that were looked up by the expected day: known before anyone looked. */
  readonly ahead: readonly EarningsDateRecord[];
  /** As in the cursor, after this poll. */
  readonly aheadTo: string | undefined;
}

/** Weekdays ahead that are looked up at the first sight, and so many of them at one poll. */
const ahead = { weekdays: 60, aPoll: 12 } as const;

export function createEarningsDates(
  client: MarketClient,
  today: () => string,
  planDays: PlanDays,
): Source<EarningsAnswer> {
  return {
    name: "earnings-dates",
    async poll(context) {
      const oddities = createOddities();
      const answer = await poll({ client, today: today(), planDays }, context, oddities);
      return { answer, failures: [], oddities };
    },
    diff,
  };
}

interface EarningsParts {
  readonly client: MarketClient;
  readonly today: string;
  readonly planDays: PlanDays;
}

async function poll(
  { client, today, planDays }: EarningsParts,
  { state, signal }: PollContext,
  oddities: OddityCollector,
): Promise<EarningsAnswer> {
  const cursor = storedCursor<EarningsCursor>(state);
  const plan = planDays(today, cursor?.readTo);
  const read = (query: { date: string } | { scheduledDate: string }) =>
    client.read(earningsCall, query, signal, oddities, earningsFields);
  const published = await readDays(plan.days, (date) => read({ date }));
  const until = weekdayAfter(today, ahead.weekdays);
  const from = cursor === undefined ? addDays(today, -1) : cursor.aheadTo;
  const days = from === undefined ? [] : weekdaysAfter(from, until).slice(0, ahead.aPoll);
  const found = await readDays(days, (scheduledDate) => read({ scheduledDate }));
  plan.done();
  const last = days.at(-1);
  return {
    days: plan.days,
    published: published.filter(({ publishedOn }) => plan.days.includes(publishedOn)),
    ahead: found,
    aheadTo: last === undefined || last >= until ? undefined : last,
  };
}

function weekdaysAfter(from: string, to: string): string[] {
  const days: string[] = [];
  for (let day = addDays(from, 1); day <= to; day = addDays(day, 1)) if (isWeekday(day)) days.push(day);
  return days;
}

/** An announcement is kept for so many days after it was last published, so that rows find the one that they are about. */
const keptDays = 200;

/** Pure: takes rows into the announcements that are known, in the order in which they were published. */
function diff(answer: EarningsAnswer, state: SourceState): Diff {
  const before = storedItems<EarningsDate>(state, "");
  const cursor = storedCursor<EarningsCursor>(state);
  const lastDay = answer.days.at(-1);
  if (lastDay === undefined) return { drafts: [], put: [], drop: [], cursor: state.cursor };
  const after = new Map(before);
  const drafts = inOrder(answer.published).flatMap((record) => {
    const taken = take(after, record);
    return taken === undefined || cursor === undefined ? [] : tell(taken);
  });
  // What stood before the first sight is no news, also where it is looked up some polls later.
  const there = after.size;
  for (const record of inOrder(answer.ahead)) take(after, record);
  const silent = after.size - there;
  const oldest = addDays(lastDay, -keptDays);
  for (const [key, { publishedOn, scheduledOn }] of after)
    if (publishedOn < oldest && (scheduledOn ?? "") < lastDay) after.delete(key);
  const readTo = laterDay(lastDay, cursor?.readTo ?? "");
  const next: EarningsCursor = known({ readTo, aheadTo: answer.aheadTo });
  const published = answer.published.map(({ publishedOn }) => publishedOn).reduce(laterDay, "") || undefined;
  const first = cursor === undefined ? after.size : silent;
  const baselined = cursor === undefined || silent > 0 ? { baselined: { items: first, scopes: [""] } } : {};
  return { drafts, ...rewriteScope("", before, after), cursor: next, published, ...baselined };
}

/** By publication; of several rows about one period that were published on one day the last one counts. */
function inOrder(records: readonly EarningsDateRecord[]): EarningsDateRecord[] {
  const once = new Map<string, EarningsDateRecord>();
  for (const record of records) {
    const { code, period, fiscalYearEnd, publishedOn } = record;
    const key = `${code}|${period}|${fiscalYearEnd}|${publishedOn}`;
    once.delete(key);
    once.set(key, record);
  }
  return [...once.values()].sort((a, b) => compareTexts(a.publishedOn, b.publishedOn));
}

interface Taken {
  readonly now: EarningsDate;
  readonly was: EarningsDate | undefined;
}

/** Takes a row in; gives what is new by it: undefined where that is nothing. */
function take(dates: Map<string, EarningsDate>, record: EarningsDateRecord): Taken | undefined {
  const yearEndsOn = yearEndOf(record, dates);
  if (yearEndsOn === undefined) return undefined;
  const now = itemOf(earningsDate, { ...record, yearEndsOn });
  const key = roundKey(now);
  const was = dates.get(key);
  if (was !== undefined && was.publishedOn > now.publishedOn) return undefined;
  dates.set(key, now);
  return was !== undefined && was.scheduledOn === now.scheduledOn ? undefined : { now, was };
}

function tell({ now, was }: Taken): EventDraft[] {
  const type: EventType =
    now.scheduledOn === undefined
      ? "earnings.date.undecided"
      : was === undefined
        ? "earnings.date.announced"
        : "earnings.date.moved";
  const shift = type === "earnings.date.moved" ? shiftOf(was?.scheduledOn, now.scheduledOn) : undefined;
  return [
    draft("earnings-dates", {
      type,
      subject: now.code,
      ...standingDates(now),
      now: known({ ...now, shift }),
      was,
    }),
  ];
}

/** An undecided date is about the day on which it was published, so that it is newer than the announcement before it. */
export function standingDates({ scheduledOn, publishedOn }: EarningsDate): {
  occurred: string;
  published: string;
} {
  return { occurred: scheduledOn ?? publishedOn, published: publishedOn };
}

function shiftOf(from: string | undefined, to: string | undefined): NonNullable<EarningsDate["shift"]> {
  if (from === undefined || to === undefined) return "fixed";
  return to < from ? "earlier" : "later";
}
