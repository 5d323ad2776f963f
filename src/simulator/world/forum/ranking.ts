/** The order of the stocks by forum activity. It is drawn anew every tick, and only a few stocks move in each. */
import type { Script } from "../../script.ts";
import { createDice } from "../dice.ts";
import type { Company } from "../market/companies.ts";

export const drawnTerms = ["daily", "weekly", "monthly"] as const;
type RankingTerm = (typeof drawnTerms)[number];

export interface Ranking {
  /** Companies from rank 1 down. */
  order(term: RankingTerm, at: number): Company[];
  /** The moment since which the listing has been as it is. */
  drawnAt(at: number): number;
}

const tickLength = 10_000;
const surgeWindow = 30;

/** For each term: the number of listed stocks, how far a stock strays from its usual place, and for how many ticks at least. */
const terms = {
  daily: { listed: 95, strays: 6, ticks: 12, surge: 1 },
  weekly: { listed: 95, strays: 4, ticks: 30, surge: 0.3 },
  monthly: { listed: 93, strays: 3, ticks: 80, surge: 0.1 },
} as const;

export function createRanking(
  seed: number,
  companies: readonly Company[],
  places: Script["places"],
): Ranking {
  const dice = createDice(seed, "ranking");
  const usual = companies.toSorted((a, b) => b.popularity - a.popularity).map((company) => company.index);
  const usualPlace = new Map(usual.map((index, place) => [index, place]));

  /** Places that a stock gains for a short while, in a few windows of its life. */
  const surge = (company: number, tick: number): number => {
    const window = Math.floor((tick + company * 7) / surgeWindow);
    if (dice(company, window, 1) >= 0.03) return 0;
    const into = tick + company * 7 - window * surgeWindow;
    return into < 4 + dice(company, window, 2) * 8 ? 20 + dice(company, window, 3) * 40 : 0;
  };
  const place = (company: Company, term: RankingTerm, tick: number, at: number): number => {
    const pinned =
      term === "daily"
        ? places.find((entry) => entry.code === company.code && at >= entry.from && at < entry.to)
        : undefined;
    if (pinned) return pinned.place;
    const { strays, ticks, surge: share } = terms[term];
    const period = Math.round(ticks * (1 + 2 * dice(company.index, 4)));
    const draw = Math.floor((tick + Math.floor(dice(company.index, 5) * period)) / period);
    const stray = (dice(company.index, draw, 6 + ticks) * 2 - 1) * strays;
    return (usualPlace.get(company.index) ?? 0) + stray - surge(company.index, tick) * share;
  };

  return {
    order(term, at) {
      const tick = Math.floor(at / tickLength);
      return companies
        .map((company) => ({ company, place: place(company, term, tick, tick * tickLength) }))
        .sort((a, b) => a.place - b.place || a.company.index - b.company.index)
        .slice(0, terms[term].listed)
        .map((row) => row.company);
    },
    drawnAt: (at) => Math.floor(at / tickLength) * tickLength,
  };
}
