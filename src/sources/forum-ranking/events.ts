/** Fields of a ranking row, and the events about the ranking. */
import * as z from "zod";
import type { EventTypeFacts } from "../../model/event-types.ts";
import { code, field, moment, name, number, numberFrom, text } from "../../model/fields.ts";

const terms = {
  daily: { en: "daily", ja: "デイリー" },
  weekly: { en: "weekly", ja: "ウィークリー" },
  monthly: { en: "monthly", ja: "マンスリー" },
};

export const rankingRow = z.object({
  term: field(z.enum(["daily", "weekly", "monthly"]), "period of the ranking", {
    label: { en: "Ranking", ja: "ランキング" },
    values: terms,
  }),
  code,
  name,
  market: text("market", { en: "Market", ja: "市場" }).optional(),
  rank: numberFrom(1, "place, 1 is the liveliest forum", { en: "Rank", ja: "順位" }),
  climbed: number("places gained since the listing before, negative when it fell", {
    en: "Places gained",
    ja: "順位の上昇",
  }).optional(),
  activeAt: moment("time of the last activity in the forum, such as 2026-01-05T09:30:00+09:00", "+09:00", {
    en: "Last activity",
    ja: "最終投稿日時",
  }).optional(),
});

export type RankingRow = z.infer<typeof rankingRow>;
export type Term = RankingRow["term"];

const tracks = { fields: ["rank"], by: ["term"] } as const;

export const rankingEvents = {
  "forum.ranking.entered": {
    item: rankingRow,
    about: "a stock entered the ranking",
    hasNoWas: true,
    tracks,
  },
  "forum.ranking.left": { item: rankingRow, about: "a stock left the ranking", hasNoWas: true },
  "forum.ranking.moved": { item: rankingRow, about: "a stock changed its rank", tracks },
  "forum.ranking.active": {
    item: rankingRow,
    about: "newer activity at the same rank; only with `activity: true` in the settings",
  },
} as const satisfies Record<string, EventTypeFacts>;
