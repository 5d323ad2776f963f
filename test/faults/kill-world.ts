/** What happens in the world while the monitor is killed, and what is to be told of it: each thing once. */
import { firstWorlds, type Worlds } from "../e2e/scene.ts";
import type { ReadEvent } from "../support/feed-reader.ts";

export interface KillWorld {
  readonly worlds: Worlds;
  /** In the words of `createFactReader`, in the order in which it happened. */
  readonly happened: readonly string[];
  /**
   * One more thing in each source. What takes the place of an older state, such as a rank, changes only once that
   * was told: in between it would be no news.
   */
  change(told: ReadonlySet<string>): void;
}

export function createKillWorld(): KillWorld {
  const worlds = firstWorlds();
  const { market, forum, statistics } = worlds;
  const happened: string[] = [];
  let count = 0;
  /** What was last said of the ranking and of the series. */
  let [moved, revised] = ["", ""];
  const isKnown = (fact: string, told: ReadonlySet<string>) => fact === "" || told.has(fact);
  return {
    worlds,
    happened,
    change(told) {
      count += 1;
      const part = 104 + 2 * count;
      forum.comments["7203"] = [
        ...(forum.comments["7203"] ?? []),
        { part, title: "決算", body: `番号 ${count}`, yes: 0, no: 0 },
      ];
      happened.push(`forum.comment.posted 7203 ${part}`);

      const [row] = market.margin;
      if (row) market.margin = [...market.margin, { ...row, code: String(1_000 + count) }];
      happened.push(`margin.alert.added ${1_000 + count}`);

      const [report] = market.shorts;
      if (report) market.shorts = [...market.shorts, { ...report, seller: `Seller ${count}` }];
      happened.push(`short.report.opened 7203 Seller ${count}`);

      if (isKnown(moved, told)) {
        const [first = "", second = "", ...rest] = forum.rankings.daily ?? [];
        forum.rankings.daily = [second, first, ...rest];
        // The place in the order tells one swap from the next, which is otherwise the same.
        moved = `forum.ranking.moved ${second} to 1 after ${happened.filter((fact) => fact.includes(" to 1 ")).length}`;
        happened.push(moved, moved.replace(`${second} to 1`, `${first} to 2`));
      }

      const [series] = statistics.series;
      const [period] = Object.keys(series?.values ?? {});
      if (series && period && isKnown(revised, told)) {
        const value = 150 + count;
        statistics.series = [{ ...series, values: { ...series.values, [period]: value } }];
        revised = `statistics.series.revised FM08/FXERD01 ${value}`;
        happened.push(revised);
      }
    },
  };
}

/** Says of each event of a source what tells it from all others; events are given in the order of the log. */
export function createFactReader(): (entry: ReadEvent) => string[] {
  const swaps = { "1": 0, "2": 0 };
  return ({ event: { type, subject, data } }) => {
    const now = data.now as {
      number?: string;
      part?: number;
      seller?: string;
      rank?: "1" | "2";
      revisions?: { to: number }[];
    };
    if (type === "forum.comment.posted") return [`${type} ${subject} ${now.part}`];
    if (type === "disclosure.published") return [`${type} ${now.number}`];
    if (type === "margin.alert.added") return [`${type} ${subject}`];
    if (type === "short.report.opened") return [`${type} ${subject} ${now.seller}`];
    if (type === "forum.ranking.moved" && now.rank)
      return [`${type} ${subject} to ${now.rank} after ${swaps[now.rank]++}`];
    if (type === "statistics.series.revised") return [`${type} ${subject} ${now.revisions?.[0]?.to}`];
    return /^(forum|margin|short|statistics|disclosure)\./.test(type) ? [`${type} ${subject}`] : [];
  };
}
