/** Reported short positions, as a member of the family. */
import * as z from "zod";
import { isNotOlder, type StandingAnswers } from "../../model/standing.ts";
import { toleranceOf } from "../../settings/values.ts";
import type { Tolerance } from "../compare.ts";
import { createDayPlans, createMarketStage } from "../dated.ts";
import { dayHistory, dayTrials } from "../market-past.ts";
import { sourceMember } from "../member.ts";
import { dated } from "../settings.ts";
import { rarelyShown } from "../shown.ts";
import {
  reportCall,
  reportFields,
  type ShortPosition,
  type ShortSaleRecord,
  shortEvents,
  shortPosition,
} from "./events.ts";
import { createShortSaleReports } from "./index.ts";
import { shortsPanel } from "./panel.ts";
import { byCalculation, type Position, positionKey, reportingLine } from "./take-report.ts";

const answer = z
  .array(z.strictObject(shortPosition.shape))
  .describe("reports by day of disclosure; days that it does not name stay as they were shown before");

/** Number of newest days that a poll must always read: a report published today stands under today. */
const newestDays = 1;

/** A position stands as its last report has it, until one says that it is below the reporting line. */
const standing: StandingAnswers = {
  passing: [],
  effect(type, { ratio }) {
    if (Number(ratio) < reportingLine) return "gone";
    // A correction may be about a report that is not the last any more.
    return type === "short.report.corrected" ? "amended" : "stands";
  },
  keyOf: (now) => positionKey(now as ShortSaleRecord),
  subjectOf: ({ code }) => String(code),
  datesOf(now) {
    const { calculatedOn, disclosedOn } = now as ShortPosition;
    return { occurred: calculatedOn, published: disclosedOn };
  },
  replaces: isNotOlder,
  stored(body) {
    const last = [...(body as Position).reports].sort(byCalculation).at(-1);
    return last !== undefined && last.ratio >= reportingLine ? { now: last } : undefined;
  },
  past: undefined,
};

export const shortSaleReports = sourceMember({
  name: "short-sale-reports",
  settings: z.strictObject({ ...dated, tolerance: toleranceOf(["ratio", "shares"]) }),
  about: "reported short positions",
  upstream: "market",
  defaults: { schedule: "0 */10 17-21 * * *", due: "17:30" },
  events: shortEvents,
  subject: "stock",
  asides: ["disclosedOn", "calculatedOn", "name"],
  standing,
  create: ({ tolerance }: { readonly tolerance?: Tolerance }, { market }, { today, issueNames, clock }) =>
    createShortSaleReports(market, today.market, issueNames, createDayPlans(clock, newestDays), tolerance),
  excluded: () => ({}),
  unwatched: () => undefined,
  questions: (_settings, { market }, { published }) => dayTrials(market, reportCall, published, reportFields),
  shown: {
    ...rarelyShown,
    stockOf: (body) => (body as Position).reports.at(-1),
    dated: "short.report.increased",
    panel: shortsPanel,
    ahead: undefined,
    tellsAmounts: true,
  },
  history: dayHistory(reportCall),
  testing: { answer, stage: (own) => stage(own?.tolerance) },
});

function stage(tolerance: Tolerance = {}) {
  const byDay = createMarketStage<ShortPosition>(
    ({ disclosedOn }) => disclosedOn,
    (item) => item,
  );
  return {
    options: () => ({ tolerance }),
    show: (items: readonly unknown[]) => byDay.show(items as readonly ShortPosition[]),
    clients: byDay.clients,
  };
}
