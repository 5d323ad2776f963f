/** Answers of the fake services before, and one known change to each of the five, with the events it must give. */
import type { CommentRow, ForumWorld } from "../support/services/forum.ts";
import type { MarginRow, MarketWorld, ShortRow } from "../support/services/market.ts";
import type { Dialect } from "../support/services/serve.ts";
import type { SeriesRow, StatisticsWorld } from "../support/services/statistics.ts";

export interface Worlds {
  readonly market: MarketWorld;
  readonly forum: ForumWorld;
  readonly statistics: StatisticsWorld;
}

/** An event without what differs from run to run. */
export interface Expected {
  readonly type: string;
  readonly source: string;
  readonly subject: string;
  readonly published?: string;
  readonly occurred?: string;
  readonly data: { now: object; was?: object; changed?: string[] };
}

/** The last weekdays up to today in Japan, oldest first. */
function lastWeekdays(count: number): string[] {
  const days: string[] = [];
  for (let at = Date.now() + 9 * 3_600_000; days.length < count; at -= 86_400_000) {
    const weekday = new Date(at).getUTCDay();
    if (weekday !== 0 && weekday !== 6) days.unshift(new Date(at).toISOString().slice(0, 10));
  }
  return days;
}

const days = lastWeekdays(4) as [string, string, string, string];

const names = { "7203": "例示自動車", "6758": "見本電気", "130A": "仮想製薬" };

const margin = (code: string, day: 2 | 3, short: number, long: number): MarginRow => ({
  code,
  publishedOn: days[day],
  appliedOn: days[day === 2 ? 1 : 2],
  short,
  long,
});

const short = (ratio: number, shares: number, day: 2 | 3): ShortRow => ({
  code: "7203",
  seller: "Example Capital",
  ratio,
  shares,
  calculatedOn: days[day === 2 ? 1 : 2],
  disclosedOn: days[day],
});

const comment = (part: number, body: string, yes = 0): CommentRow => ({
  part,
  title: "決算",
  body,
  yes,
  no: 0,
});

const compact = (day: string) => Number(day.replaceAll("-", ""));

const rate = (lastUpdate: string, values: SeriesRow["values"]): SeriesRow => ({
  db: "FM08",
  code: "FXERD01",
  name: "Spot rate, 9:00",
  lastUpdate: compact(lastUpdate),
  values,
});

export function firstWorlds(): Worlds {
  return {
    market: {
      names,
      margin: [margin("7203", 2, 1000, 2000), margin("6758", 2, 500, 800)],
      shorts: [short(0.61, 61_000, 2)],
    },
    forum: {
      comments: { "7203": [comment(101, "一つ目"), comment(103, "二つ目"), comment(104, "三つ目")] },
      rankings: { daily: ["7203", "6758", "9984"] },
    },
    statistics: {
      series: [rate(days[2], { [compact(days[1])]: 150.1, [compact(days[2])]: null })],
    },
  };
}

/** One known change through each source. */
export function change({ market, forum, statistics }: Worlds): void {
  market.margin.push(margin("7203", 3, 1500, 2000), margin("130A", 3, 70, 90));
  market.shorts.push(short(0.83, 83_000, 3));
  forum.comments["7203"] = [
    comment(101, "一つ目"),
    comment(103, "二つ目", 2),
    comment(106, "四つ目 &lt;b&gt; <br>&amp; <span data-x='1'>次</span>"),
  ];
  forum.rankings.daily = ["6758", "7203", "130A"];
  statistics.series = [
    rate(days[3], { [compact(days[1])]: 150.4, [compact(days[2])]: 151, [compact(days[3])]: 152.5 }),
  ];
}

const commentItem = (part: number, body: string, dialect: Dialect, yes = 0) => ({
  code: "7203",
  part,
  author: "hash-of-author",
  name: dialect === "documented" ? "kaze" : "734*****",
  title: "決算",
  body,
  postedAt: "2026-01-05T09:05:00+09:00",
  yes,
  no: 0,
});

const rankItem = (code: string, rank: number) => ({
  term: "daily",
  code,
  name: `例示${code}`,
  market: "東証PRM",
  rank,
  activeAt: "2026-01-05T09:05:00+09:00",
});

const marginItem = (row: MarginRow, dialect: Dialect) => ({
  code: row.code,
  name: names[row.code as keyof typeof names],
  publishedOn: row.publishedOn,
  appliedOn: row.appliedOn,
  shortOutstanding: row.short,
  shortChange: 100,
  shortRatio: 1.5,
  longOutstanding: row.long,
  longChange: -200,
  shortLongRatio: 0.5,
  ...(dialect === "observed" ? { regulation: "001", reasons: ["dailyPublication"] } : {}),
});

const shortItem = (row: ShortRow, dialect: Dialect) => ({
  code: row.code,
  name: dialect === "documented" ? "例示工業" : names["7203"],
  seller: row.seller,
  ratio: row.ratio,
  shares: row.shares,
  calculatedOn: row.calculatedOn,
  disclosedOn: row.disclosedOn,
});

const seriesItem = (period: string, value: number) => ({
  db: "FM08",
  code: "FXERD01",
  name: "Spot rate, 9:00",
  unit: "Yen per US dollar",
  frequency: "DAILY",
  category: "Exchange rates",
  period,
  value,
});

/** The events of `change`, sorted as `sorted` sorts. */
export function expected(dialect: Dialect): Expected[] {
  return [...comments(dialect), ...ranking(), ...margins(dialect), ...shorts(dialect), ...series()].sort(
    inOrder,
  );
}

function comments(dialect: Dialect): Expected[] {
  const at = "2026-01-05T09:05:00+09:00";
  const event = (type: string, data: Expected["data"]): Expected => ({
    type: `forum.comment.${type}`,
    source: "/sources/forum-comments",
    subject: "7203",
    published: at,
    occurred: at,
    data,
  });
  const voted = { now: commentItem(103, "二つ目", dialect, 2), was: commentItem(103, "二つ目", dialect) };
  return [
    event("posted", { now: commentItem(106, "四つ目 <b>\n& 次", dialect) }),
    event("removed", { now: commentItem(104, "三つ目", dialect) }),
    event("voted", { ...voted, changed: ["yes"] }),
  ];
}

function ranking(): Expected[] {
  const event = (type: string, subject: string, data: Expected["data"]): Expected => ({
    type: `forum.ranking.${type}`,
    source: "/sources/forum-ranking",
    subject,
    data,
  });
  const moved = (code: string, was: number, now: number) =>
    event("moved", code, {
      now: { ...rankItem(code, now), climbed: was - now },
      was: rankItem(code, was),
      changed: ["rank", "climbed"],
    });
  return [
    event("entered", "130A", { now: rankItem("130A", 3) }),
    event("left", "9984", { now: rankItem("9984", 3) }),
    moved("6758", 2, 1),
    moved("7203", 1, 2),
  ];
}

function margins(dialect: Dialect): Expected[] {
  const event = (type: string, row: MarginRow, was?: MarginRow): Expected => ({
    type: `margin.alert.${type}`,
    source: "/sources/margin-alerts",
    subject: row.code,
    published: row.publishedOn,
    occurred: row.appliedOn,
    data: {
      now: marginItem(row, dialect),
      ...(was
        ? { was: marginItem(was, dialect), changed: ["publishedOn", "appliedOn", "shortOutstanding"] }
        : {}),
    },
  });
  return [
    event("added", margin("130A", 3, 70, 90)),
    event("changed", margin("7203", 3, 1500, 2000), margin("7203", 2, 1000, 2000)),
    // An item that is gone has no row of its own: it was published by not being there.
    { ...withoutOccurred(event("lifted", margin("6758", 2, 500, 800))), published: days[3] },
  ];
}

function withoutOccurred({ occurred: _, ...event }: Expected): Expected {
  return event;
}

function shorts(dialect: Dialect): Expected[] {
  const now = short(0.83, 83_000, 3);
  const data = {
    now: shortItem(now, dialect),
    was: shortItem(short(0.61, 61_000, 2), dialect),
    changed: ["ratio", "shares", "calculatedOn", "disclosedOn"],
  };
  return [
    {
      type: "short.report.increased",
      source: "/sources/short-sale-reports",
      subject: "7203",
      published: now.disclosedOn,
      occurred: now.calculatedOn,
      data,
    },
  ];
}

function series(): Expected[] {
  const event = (type: string, occurred: string | undefined, now: object, changed: string[]): Expected => ({
    type: `statistics.series.${type}`,
    source: "/sources/statistics-updates",
    subject: "FM08/FXERD01",
    published: days[3],
    ...(occurred === undefined ? {} : { occurred }),
    data: { now, was: seriesItem(days[1], 150.1), changed },
  });
  const latest = seriesItem(days[3], 152.5);
  const added = [
    { period: days[2], value: 151 },
    { period: days[3], value: 152.5 },
  ];
  const revisions = [{ period: days[1], from: 150.1, to: 150.4 }];
  return [
    event("updated", days[3], { ...latest, added }, ["period", "value", "added"]),
    event("revised", days[1], { ...latest, revisions }, ["period", "value", "revisions"]),
  ];
}

/** By type, then by what it is about. */
export function inOrder(a: Expected, b: Expected): number {
  const key = ({ type, subject, data }: Expected) => JSON.stringify([type, subject, data.now]);
  return key(a) < key(b) ? -1 : 1;
}
