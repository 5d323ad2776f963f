/** Fields of a ranking row, and the events about the ranking. */
import * as z from "zod";
import type { EventTypeFacts } from "../../model/event-types.ts";
import { code, field, moment, name, number, numberFrom, text } from "../../model/fields.ts";

export const rankingRow = z.object({
  term: field(z.enum(["daily", "weekly", "monthly"]), "period of the ranking", "Ranking"),
  code,
  name,
  market: text("market", "Market").optional(),
  rank: numberFrom(1, "place, 1 is the liveliest forum", "Rank"),
  climbed: number(
    "places gained since the listing before, negative when it fell",
    "Places gained",
  ).optional(),
  activeAt: moment(
    "time of the last activity in the forum, such as 2026-01-05T09:30:00+09:00",
    "+09:00",
    "Last activity",
  ).optional(),
});

export type RankingRow = z.infer<typeof rankingRow>;
export type Term = RankingRow["term"];

export const rankingEvents = {
  "forum.ranking.entered": { item: rankingRow, about: "a stock entered the ranking", hasNoWas: true },
  "forum.ranking.left": { item: rankingRow, about: "a stock left the ranking", hasNoWas: true },
  "forum.ranking.moved": { item: rankingRow, about: "a stock changed its rank" },
  "forum.ranking.active": {
    item: rankingRow,
    about: "newer activity at the same rank; told only if the settings say `activity: true`",
  },
} as const satisfies Record<string, EventTypeFacts>;
