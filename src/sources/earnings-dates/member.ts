/** Expected announcements of results, as a member of the family. */
import * as z from "zod";
import type { StandingAnswers } from "../../model/standing.ts";
import { createDayPlans, createMarketStage } from "../dated.ts";
import { dayHistory } from "../market-past.ts";
import { sourceMember } from "../member.ts";
import { dated } from "../settings.ts";
import { type DayAhead, rarelyShown } from "../shown.ts";
import {
  type EarningsDate,
  earningsCall,
  earningsDate,
  earningsDateEvents,
  earningsFields,
  periodWords,
} from "./events.ts";
import { createEarningsDates, standingDates } from "./index.ts";
import { roundKey } from "./rounds.ts";

const { shift: _, ...told } = earningsDate.shape;
const answer = z
  .array(z.strictObject(told))
  .describe("dates by day of publication; days that it does not name stay as they were shown before");

/** Number of newest days that a poll must always read: what is published today stands under today. */
const newestDays = 1;

/** An announcement stands as it was published last. */
const standing: StandingAnswers = {
  passing: ["shift"],
  effect: () => "stands",
  keyOf: (now) => roundKey(now as EarningsDate),
  subjectOf: ({ code }) => String(code),
  datesOf: (now) => standingDates(now as EarningsDate),
  // A date that became earlier is newer all the same.
  replaces: (now, before) => (now.published ?? "") >= (before.published ?? ""),
  stored: (body) => ({ now: body as EarningsDate }),
  past: undefined,
};

export const earningsDates = sourceMember({
  name: "earnings-dates",
  settings: z.strictObject(dated),
  about: "days on which companies will tell their results",
  upstream: "market",
  defaults: { schedule: "0 */10 10-12 * * *", due: "10:05" },
  events: earningsDateEvents,
  subject: "stock",
  asides: ["publishedOn", "name"],
  standing,
  create: (_options: object, { market }, { today, clock }) =>
    createEarningsDates(market, today.market, createDayPlans(clock, newestDays)),
  excluded: () => ({}),
  unwatched: () => undefined,
  questions: (_settings, { market }, { published }) => [
    {
      call: earningsCall,
      plan: "free",
      ask: () => market.read(earningsCall, { date: published }, undefined, undefined, earningsFields),
    },
  ],
  shown: {
    ...rarelyShown,
    stockOf: (body) => body as EarningsDate,
    dated: "earnings.date.announced",
    panel: undefined,
    tellsAmounts: false,
    ahead: (code, past) => past.stored("", `${code}|`).flatMap((body) => dayAhead(body as EarningsDate)),
  },
  history: dayHistory(earningsCall),
  testing: { answer, stage },
});

/** The result of a period is one thing, whatever day it is moved to. */
function dayAhead(date: EarningsDate): DayAhead[] {
  const { period, scheduledOn } = date;
  if (scheduledOn === undefined) return [];
  const { en, ja } = periodWords[period] ?? { en: period, ja: period };
  return [
    {
      thing: roundKey(date),
      day: scheduledOn,
      title: { en: `Results expected, ${en}`, ja: `決算発表予定（${ja}）` },
    },
  ];
}

function stage() {
  const byDay = createMarketStage<EarningsDate>(
    ({ publishedOn }) => publishedOn,
    ({ yearEndsOn, ...record }) => ({ ...record, fiscalYearEnd: yearEndsOn.slice(5).replace("-", "") }),
  );
  return {
    options: () => ({}),
    show: (items: readonly unknown[]) => byDay.show(items as readonly EarningsDate[]),
    clients: byDay.clients,
  };
}
