/** Disclosures through TDnet, as a member of the family. */
import * as z from "zod";
import { isNotOlder, type StandingAnswers } from "../../model/standing.ts";
import { createMarketStage } from "../dated.ts";
import { dayHistory } from "../market-past.ts";
import { sourceMember } from "../member.ts";
import { undated } from "../settings.ts";
import { rarelyShown } from "../shown.ts";
import {
  disclosedAt,
  disclosure,
  disclosureCall,
  disclosureEvents,
  disclosureFields,
  type TimelyDisclosure,
} from "./events.ts";
import { createDisclosureSource, type KeptDisclosure } from "./index.ts";
import { timelyPanel } from "./panel.ts";

const { corrects: _found, ...sent } = disclosure.shape;

const answer = z
  .array(
    z.strictObject({
      ...sent,
      status: z.enum(["delete"]).optional().describe("whether the service says that it was deleted"),
    }),
  )
  .describe("disclosures by day; days that it does not name stay as they were shown before");

/** Disclosures of the last days are current, but for those that the service says were deleted. */
const standing: StandingAnswers = {
  passing: [],
  effect: (type) => (type === "disclosure.withdrawn" ? "gone" : "stands"),
  keyOf: ({ number }) => String(number),
  subjectOf: ({ code }) => String(code),
  datesOf(now) {
    const at = disclosedAt(now as TimelyDisclosure);
    return { occurred: at, published: at };
  },
  replaces: isNotOlder,
  stored(body) {
    const { item, isWithdrawn } = body as KeptDisclosure;
    return isWithdrawn ? undefined : { now: item };
  },
  past: undefined,
};

export const disclosures = sourceMember({
  name: "disclosures",
  settings: z.strictObject(undated),
  about: "what companies disclose through TDnet",
  upstream: "market",
  defaults: { schedule: "0 * 8-20 * * *" },
  events: disclosureEvents,
  subject: "stock",
  asides: ["name"],
  standing,
  create: (_options: object, { market }, { today }) => createDisclosureSource(market, today.market),
  excluded: () => ({}),
  unwatched: () => undefined,
  questions: (_settings, { market }, { published }) => [
    {
      call: disclosureCall,
      plan: "light",
      addOn: "TDnet",
      ask: () => market.read(disclosureCall, { date: published }, undefined, undefined, disclosureFields),
    },
  ],
  shown: {
    ...rarelyShown,
    stockOf: (body) => (body as KeptDisclosure).item,
    dated: "disclosure.published",
    panel: timelyPanel,
    papers: ({ number, papers }) =>
      typeof number === "string" && Array.isArray(papers) && papers.length > 0
        ? { number, papers: papers.map(String) }
        : undefined,
    ahead: undefined,
    tellsAmounts: true,
  },
  history: dayHistory(disclosureCall),
  testing: { answer, stage },
});

function stage() {
  const byDay = createMarketStage<TimelyDisclosure>(
    ({ disclosedOn }) => disclosedOn,
    (item) => item,
  );
  return {
    options: () => ({}),
    show: (items: readonly unknown[]) => byDay.show(items as readonly TimelyDisclosure[]),
    clients: byDay.clients,
  };
}
