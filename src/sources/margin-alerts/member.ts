/** Stocks whose margin figures are published daily, as a member of the family. */
import * as z from "zod";
import { isNotOlder, type StandingAnswers } from "../../model/standing.ts";
import { toleranceOf } from "../../settings/values.ts";
import type { Tolerance } from "../compare.ts";
import { createDayPlans, createMarketStage } from "../dated.ts";
import { dayHistory, dayTrials } from "../market-past.ts";
import { sourceMember } from "../member.ts";
import { dated } from "../settings.ts";
import { rarelyShown } from "../shown.ts";
import { type MarginAlert, marginAlertItem, marginCall, marginEvents, marginFields } from "./events.ts";
import { createMarginAlerts, type MarginCursor } from "./index.ts";
import { marginPanel } from "./panel.ts";
import { type PublishedRow, publicationDay } from "./rows.ts";

const figures = [
  ...["shortOutstanding", "shortChange", "shortRatio", "longOutstanding", "longChange", "longRatio"],
  "shortLongRatio",
];

const answer = z
  .array(z.strictObject(marginAlertItem.shape))
  .describe("rows of the publications; days that it does not name stay as they were shown before");

/** A service may go by the day of the figures: what is published today then stands under the weekday before. */
const newestDays = 2;

/** An issue stands as the newest publication has it. */
const standing: StandingAnswers = {
  passing: [],
  effect(type) {
    if (type === "margin.alert.lifted") return "gone";
    return type === "margin.alert.corrected" ? "amended" : "stands";
  },
  keyOf: ({ code }) => String(code),
  subjectOf: ({ code }) => String(code),
  datesOf(now) {
    const { appliedOn, publishedOn } = now as MarginAlert;
    return { occurred: appliedOn, published: publishedOn };
  },
  replaces: isNotOlder,
  stored(body, cursor) {
    const row = body as PublishedRow;
    const { publication } = cursor as MarginCursor;
    if (publication === undefined || row.other !== undefined || publicationDay(row) < publication)
      return undefined;
    // A row that is published after it, and is no publication itself, corrects.
    return { now: row.item, amends: publicationDay(row) > publication };
  },
  past: undefined,
};

export const marginAlerts = sourceMember({
  name: "margin-alerts",
  settings: z.strictObject({ ...dated, tolerance: toleranceOf(figures) }),
  about: "stocks whose margin figures are published daily",
  upstream: "market",
  defaults: { schedule: "0 */10 16-20 * * *", due: "16:30" },
  events: marginEvents,
  subject: "stock",
  asides: ["publishedOn", "appliedOn", "name"],
  standing,
  create: ({ tolerance }: { readonly tolerance?: Tolerance }, { market }, { today, issueNames, clock }) =>
    createMarginAlerts(market, today.market, issueNames, createDayPlans(clock, newestDays), tolerance),
  excluded: () => ({}),
  unwatched: () => undefined,
  questions: (_settings, { market }, { published }) => dayTrials(market, marginCall, published, marginFields),
  shown: {
    ...rarelyShown,
    stockOf: (body) => (body as PublishedRow).item,
    dated: "margin.alert.changed",
    panel: marginPanel,
    ahead: undefined,
    tellsAmounts: true,
  },
  history: dayHistory(marginCall),
  testing: { answer, stage: (own) => stage(own?.tolerance) },
});

function stage(tolerance: Tolerance = {}) {
  const names = new Map<string, string>();
  const byDay = createMarketStage<MarginAlert>(
    ({ publishedOn }) => publishedOn,
    ({ name: _, ...record }) => record,
    names,
  );
  return {
    options: () => ({ tolerance }),
    show(items: readonly unknown[]) {
      const rows = items as readonly MarginAlert[];
      for (const { code, name } of rows) if (name !== undefined) names.set(code, name);
      byDay.show(rows);
    },
    clients: byDay.clients,
  };
}
