/** Ninety days of events: mostly comments, a few stocks having most of them, as on a busy installation. */
import type { EventDraft } from "../../../src/model/event.ts";
import { words } from "./rules.ts";

const sellers = Array.from({ length: 10 }, (_, at) => `Example Capital ${at + 1}`);
const types = { short: ["opened", "increased", "increased", "decreased", "closed"] } as const;
const codes = Array.from({ length: 300 }, (_, at) => String(1300 + at));

/** Numbers from 0 to 1 that follow from a seed. */
export function createDice(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state * 1_664_525 + 1_013_904_223) >>> 0;
    return state / 2 ** 32;
  };
}

export function createDrafts(dice: () => number): (at: number) => EventDraft {
  const parts = new Map<string, number>();
  const below = (most: number) => Math.floor(dice() * most);
  const one = <T>(list: readonly T[]): T => list[below(list.length)] as T;
  // Cubed: the busiest stock has a seventh of all.
  const code = () => codes[Math.floor(codes.length * dice() ** 3)] as string;
  const comment = (of: string, time: string) => {
    const part = (parts.get(of) ?? 0) + 1;
    parts.set(of, part);
    const said = Array.from({ length: 6 + below(12) }, () => `今日の株価は${below(9_000)}円くらいですかね。`);
    if (dice() < 0.02) said.splice(2, 0, one(words));
    return { code: of, part, author: `a${below(4_000)}`, body: said.join(""), postedAt: time, yes: 0, no: 0 };
  };
  return (at) => {
    const kind = dice();
    const time = new Date(at).toISOString();
    const day = time.slice(0, 10);
    const of = code();
    if (kind < 0.5) {
      const now = comment(of, time);
      return {
        type: "forum.comment.posted",
        source: "/sources/forum-comments",
        subject: of,
        published: time,
        data: { now },
      };
    }
    if (kind < 0.72) {
      const now = {
        term: "daily",
        code: of,
        name: `架空${of}`,
        market: "東証PRM",
        rank: 1 + below(100),
        climbed: below(40) - 20,
      };
      const was = { ...now, rank: 1 + below(100), climbed: 0 };
      const data = { now, was, changed: ["rank", "climbed"] };
      return { type: "forum.ranking.moved", source: "/sources/forum-ranking", subject: of, data };
    }
    if (kind < 0.86) {
      const seller = one(sellers);
      const now = {
        code: of,
        name: `架空${of}`,
        seller,
        ratio: below(250) / 100,
        shares: below(4_000_000),
        calculatedOn: day,
        disclosedOn: day,
      };
      const was = { ...now, ratio: below(250) / 100 };
      const data = { now, was, changed: ["ratio"] };
      return {
        type: `short.report.${one(types.short)}`,
        source: "/sources/short-sale-reports",
        subject: of,
        published: day,
        occurred: day,
        data,
      };
    }
    if (kind < 0.96) {
      const now = {
        code: of,
        name: `架空${of}`,
        publishedOn: day,
        appliedOn: day,
        shortOutstanding: below(9_000_000),
        shortChange: below(20_000) - 10_000,
        shortRatio: below(800) / 100,
        longOutstanding: below(9_000_000),
        longRatio: below(900) / 100,
      };
      const data = { now, was: { ...now, shortRatio: below(800) / 100 }, changed: ["shortRatio"] };
      return {
        type: "margin.alert.changed",
        source: "/sources/margin-alerts",
        subject: of,
        published: day,
        occurred: day,
        data,
      };
    }
    if (kind < 0.999) {
      const series = `FXERD${below(80)}`;
      const now = {
        db: "FM08",
        code: series,
        name: "架空系列",
        period: day,
        value: below(10_000) / 100,
        added: [{ period: day, value: 1 }],
      };
      return {
        type: "statistics.series.updated",
        source: "/sources/statistics-updates",
        subject: `FM08/${series}`,
        data: { now },
      };
    }
    const now = { source: "margin-alerts", reason: "unreachable", message: "no answer" };
    return {
      type: dice() < 0.5 ? "source.failed" : "source.recovered",
      source: "/sources/margin-alerts",
      subject: "margin-alerts",
      data: { now },
    };
  };
}
