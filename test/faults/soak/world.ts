/** What happens in the soak's world, from a seed, and what was told of it. */
import type { ReadEvent } from "../../support/feed-reader.ts";
import type { ForumWorld } from "../../support/services/forum.ts";
import type { MarketWorld } from "../../support/services/market.ts";
import type { StatisticsWorld } from "../../support/services/statistics.ts";

export interface SoakWorld {
  readonly forum: ForumWorld;
  readonly market: MarketWorld;
  readonly statistics: StatisticsWorld;
  /** One change of one source; `turn` is which one, from 0. */
  change(turn: number): void;
  changes(): number;
  /** What these events leave out, and what they say that never was. */
  compare(events: readonly ReadEvent[]): { lost: string[]; wrong: string[] };
}

export const soakCodes = Array.from({ length: 20 }, (_, index) => String(1301 + 11 * index));
const sellers = 10;
/** As many as a busy forum's newest pages hold. */
const keptComments = 150;

export function createSoakWorld(today: string, random: () => number): SoakWorld {
  const forum: ForumWorld = {
    comments: Object.fromEntries(soakCodes.map((code) => [code, [commentOf(1)]])),
    rankings: { daily: [...soakCodes] },
  };
  const market: MarketWorld = {
    names: Object.fromEntries(soakCodes.map((code) => [code, `例示${code}`])),
    margin: soakCodes.map((code) => ({
      code,
      publishedOn: today,
      appliedOn: today,
      short: 1_000,
      long: 2_000,
    })),
    shorts: soakCodes.flatMap((code) =>
      Array.from({ length: sellers }, (_, seller) => ({
        ...{ code, seller: `Example Capital ${seller}`, ratio: 0.61, shares: 61_000 },
        ...{ calculatedOn: today, disclosedOn: today },
      })),
    ),
  };
  const series = { db: "FM08", code: "FXERD01", name: "Spot rate", lastUpdate: 20200101, values: {} };
  const statistics: StatisticsWorld = { series: [{ ...series, values: { 20200101: 100 } }] };
  const posted = new Set<string>();
  const periods = new Map<string, number>();
  let changes = 0;

  const one = <T>(list: readonly T[]): T => list[Math.floor(random() * list.length)] as T;
  const kinds = [
    () => {
      const code = one(soakCodes);
      const rows = forum.comments[code] ?? [];
      const part = Math.max(...rows.map((row) => row.part)) + 1 + Math.floor(random() * 2);
      forum.comments[code] = [...rows, commentOf(part)].slice(-keptComments);
      posted.add(`${code} ${part}`);
    },
    () => {
      one(market.margin).short += 100;
    },
    () => {
      one(market.shorts).shares += 100;
    },
    () => {
      const row = one(statistics.series);
      const last = Object.keys(row.values).at(-1) ?? "";
      const next = dayAfter(last);
      const kept = Object.entries(row.values).slice(-500);
      const value = Math.round(random() * 10_000) / 100;
      row.values = { ...Object.fromEntries(kept), [next]: value };
      row.lastUpdate = Number(next);
      periods.set(next, value);
    },
    () => {
      const rows = forum.rankings.daily ?? [];
      const at = Math.floor(random() * (rows.length - 1));
      rows.splice(at, 2, rows[at + 1] ?? "", rows[at] ?? "");
    },
  ];
  // Comments are most of what a day brings.
  const order = [0, 0, 1, 0, 0, 2, 0, 0, 3, 0, 0, 4];

  return {
    forum,
    market,
    statistics,
    change(turn) {
      kinds[order[turn % order.length] ?? 0]?.();
      changes += 1;
    },
    changes: () => changes,
    compare(events) {
      const told = events.filter(({ event }) => /^(forum|margin|short|statistics)\./.test(event.type));
      const comments = told
        .filter(({ event }) => event.type === "forum.comment.posted")
        .map(({ event }) => `${event.subject} ${event.data.now.part}`);
      const added = told.flatMap(({ event }) => (event.data.now.added ?? []) as Point[]);
      const days = added.map(({ period, value }) => `${period} ${value}`);
      const happened = [...periods].map(([day, value]) => `${isoDay(day)} ${value}`);
      const now = lastOf(told);
      const stands = [
        ...market.margin.map((row) => [`margin-alerts ${row.code}`, row.short] as const),
        ...market.shorts.map((row) => [`short-sale-reports ${row.code} ${row.seller}`, row.shares] as const),
        ...(forum.rankings.daily ?? []).map((code, at) => [`forum-ranking ${code}`, at + 1] as const),
      ];
      return {
        lost: [
          ...missing(posted, comments),
          ...missing(happened, days),
          ...stands.filter(([key, value]) => (now.get(key) ?? value) !== value).map(([key]) => key),
        ],
        wrong: [
          ...missing(comments, [...posted]),
          ...missing(days, happened),
          ...twice(comments),
          ...twice(days),
          ...broken(told),
        ],
      };
    },
  };
}

interface Point {
  readonly period: string;
  readonly value: number;
}

const commentOf = (part: number) => ({ part, title: "見本", body: `本文${part}`, yes: 0, no: 0 });

/** YYYYMMDD. */
function dayAfter(day: string): string {
  const time = Date.parse(isoDay(day)) + 86_400_000;
  return new Date(time).toISOString().slice(0, 10).replaceAll("-", "");
}

const isoDay = (day: string) => `${day.slice(0, 4)}-${day.slice(4, 6)}-${day.slice(6)}`;

const missing = (wanted: Iterable<string>, there: readonly string[]) => {
  const set = new Set(there);
  return [...wanted].filter((key) => !set.has(key));
};

const twice = (keys: readonly string[]) => keys.filter((key, at) => keys.indexOf(key) !== at);

/** The figure of an item that the soak changes, and what the item is. */
function figureOf({ source, type, data }: ReadEvent["event"], side: "now" | "was"): [string, unknown] | [] {
  const item = data[side];
  if (item === undefined) return [];
  const name = source.split("/").at(-1) ?? "";
  if (type.startsWith("margin.")) return [`${name} ${item.code}`, item.shortOutstanding];
  if (type.startsWith("short.")) return [`${name} ${item.code} ${item.seller}`, item.shares];
  if (type.startsWith("forum.ranking.")) return [`${name} ${item.code}`, item.rank];
  return [];
}

function lastOf(told: readonly ReadEvent[]): Map<string, unknown> {
  return new Map(told.map(({ event }) => figureOf(event, "now")).filter((pair) => pair.length === 2));
}

/** Events that do not go on from what the one before of their item said. */
function broken(told: readonly ReadEvent[]): string[] {
  const last = new Map<string, unknown>();
  return told.flatMap(({ seq, event }) => {
    const [key, was] = figureOf(event, "was");
    const [name, now] = figureOf(event, "now");
    const known = key === undefined ? undefined : last.get(key);
    if (name !== undefined) last.set(name, now);
    return known === undefined || known === was ? [] : [`${seq} ${event.type} ${key}`];
  });
}
