/** What the services of a test show, by what the sources ask for. */

import type { Answers } from "../../app/test-files/answers.ts";
import type { Term } from "../../model/items.ts";
import type { CommentRecord, RankingRecord } from "../../upstreams/forum/records.ts";
import type { MarginAlertRecord, ShortSaleRecord } from "../../upstreams/market/records.ts";
import type { SeriesData } from "../../upstreams/statistics/records.ts";

/** What the services show now. */
export interface Services {
  /** By stock code, newest first. */
  readonly comments: Map<string, readonly CommentRecord[]>;
  readonly rankings: Map<Term, readonly RankingRecord[]>;
  /** By day of publication. */
  readonly margins: Map<string, readonly MarginAlertRecord[]>;
  /** By day of disclosure. */
  readonly shorts: Map<string, readonly ShortSaleRecord[]>;
  /** By database and code. */
  readonly series: Map<string, Map<string, SeriesData>>;
  /** Databases all of whose series are watched. */
  readonly whole: ReadonlySet<string>;
  /** Of companies, by stock code. */
  readonly names: Map<string, string>;
}

/** @param whole databases all of whose series are watched: an answer that names one names all its series */
export function createServices(whole: ReadonlySet<string>): Services {
  return {
    whole,
    comments: new Map(),
    rankings: new Map(),
    margins: new Map(),
    shorts: new Map(),
    series: new Map(),
    names: new Map(),
  };
}

/** From now on the services show this; what it does not name they show as before. */
export const show: { readonly [Name in keyof Answers]: (services: Services, items: Answers[Name]) => void } =
  {
    "forum-comments": ({ comments }, items) => {
      for (const [code, own] of groupBy(items, (item) => item.code))
        comments.set(code, own.map(({ code: _, ...record }) => record as CommentRecord).sort(byPart));
    },
    "forum-ranking": ({ rankings }, items) => {
      for (const [term, own] of groupBy(items, (item) => item.term))
        rankings.set(
          term,
          own.map(({ term: _, ...row }, index) => ({ ...row, rank: row.rank ?? index + 1 }) as RankingRecord),
        );
    },
    "margin-alerts": ({ margins, names }, items) => {
      for (const { code, name } of items) if (name !== undefined) names.set(code, name);
      for (const [day, own] of groupBy(items, (item) => item.publishedOn))
        margins.set(
          day,
          own.map(({ name: _, ...record }) => record as MarginAlertRecord),
        );
    },
    "short-sale-reports": ({ shorts }, items) => {
      for (const [day, own] of groupBy(items, (item) => item.disclosedOn))
        shorts.set(day, own as ShortSaleRecord[]);
    },
    "statistics-updates": ({ series, whole }, items) => {
      for (const { db } of items) if (whole.has(db)) series.delete(db);
      for (const { db, points, ...rest } of items) {
        const own = series.get(db) ?? new Map<string, SeriesData>();
        series.set(db, own);
        const sorted = Object.entries(points).sort(([a], [b]) => (a < b ? -1 : 1));
        const data = { ...rest, points: sorted.map(([period, value]) => ({ period, value })) };
        own.set(rest.code, data as SeriesData);
      }
    },
  };

const byPart = (a: CommentRecord, b: CommentRecord): number => b.part - a.part;

function groupBy<Item, Key>(items: readonly Item[], keyOf: (item: Item) => Key): Map<Key, Item[]> {
  const groups = new Map<Key, Item[]>();
  for (const item of items) {
    const key = keyOf(item);
    const group = groups.get(key);
    if (group === undefined) groups.set(key, [item]);
    else group.push(item);
  }
  return groups;
}
