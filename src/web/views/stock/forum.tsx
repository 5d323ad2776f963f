/** A stock's forum: comments a day, and its rank by term. */
import { useMemo } from "preact/hooks";
import { jstDay } from "../../../model/dates.ts";
import type { ForumPanel } from "../../../model/page/stock.ts";
import { Chart } from "../../parts/chart/chart.tsx";
import type { ChartLine } from "../../parts/chart/chart-data.ts";
import { Panel } from "../../parts/chart/panel.tsx";
import { momentText } from "../../parts/moment.tsx";
import { Table } from "../../parts/table.tsx";
import { useLanguage, useWords } from "../../state/reader.ts";
import type { StockAxis } from "./axis.ts";
import { words } from "./words.ts";

interface ForumPanelsProps {
  readonly forum: ForumPanel;
  readonly axis: StockAxis;
  readonly isSimulated: boolean;
}

export function ForumPanels({ forum, axis, isSimulated }: ForumPanelsProps) {
  const said = useWords(words);
  const language = useLanguage();
  const { comments, ranks, terms } = forum;
  const [commentLines, rankLines] = useMemo((): [ChartLine[], ChartLine[]] => {
    const named = ranks.map(({ term, points }): ChartLine => {
      return { label: terms[term]?.[language] ?? term, points, kind: "step" };
    });
    return [[{ label: said.comments, points: comments, kind: "bars" }], named];
  }, [comments, ranks, terms, said, language]);
  return (
    <>
      {comments.length > 0 && (
        <Panel
          title={said.forum}
          known={forum.known}
          isSimulated={isSimulated}
          table={<CommentCounts forum={forum} />}
        >
          <Chart label={said.forum} lines={commentLines} {...axis} height={120} />
        </Panel>
      )}
      {ranks.length > 0 && (
        <Panel
          title={said.ranks}
          known={forum.ranksKnown}
          isSimulated={isSimulated}
          table={<RankRows forum={forum} />}
        >
          <Chart label={said.ranks} lines={rankLines} {...axis} isTurned />
        </Panel>
      )}
    </>
  );
}

type Shown = Pick<ForumPanelsProps, "forum">;

function CommentCounts({ forum }: Shown) {
  const said = useWords(words);
  return (
    <Table
      caption={said.forum}
      rows={forum.comments.toReversed()}
      rowKey={([at]) => at}
      columns={[
        { key: "day", title: said.day, value: ([at]) => jstDay(at) },
        { key: "comments", title: said.comments, isNumber: true, value: ([, count]) => count ?? undefined },
      ]}
    />
  );
}

function RankRows({ forum: { ranks, terms } }: Shown) {
  const said = useWords(words);
  const language = useLanguage();
  const rows = ranks.flatMap(({ term, points }) => points.map(([at, rank]) => ({ term, at, rank })));
  return (
    <Table
      caption={said.ranks}
      rows={rows.toSorted((one, other) => other.at - one.at)}
      rowKey={({ term, at }) => `${term} ${at}`}
      columns={[
        {
          key: "time",
          title: said.time,
          value: ({ at }) => at,
          show: ({ at }) => momentText(at, language),
          isNumber: false,
        },
        { key: "term", title: said.term, value: ({ term }) => terms[term]?.[language] ?? term },
        { key: "rank", title: said.rank, isNumber: true, value: ({ rank }) => rank ?? undefined },
      ]}
    />
  );
}
