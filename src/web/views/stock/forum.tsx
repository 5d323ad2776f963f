/** A stock's forum: comments a day, its rank by term, and the comments that rules matched. */
import { useMemo } from "preact/hooks";
import { jstDay } from "../../../model/dates.ts";
import type { ForumPanel, MatchedComment } from "../../../model/page/stock.ts";
import { Chart } from "../../parts/chart/chart.tsx";
import type { ChartLine } from "../../parts/chart/chart-data.ts";
import { Panel } from "../../parts/chart/panel.tsx";
import { ShownMoment, shownTime } from "../../parts/moment.tsx";
import { SortedTable } from "../../parts/table.tsx";
import { link } from "../../state/address.ts";
import { useLanguage, useWords } from "../../state/reader.ts";
import type { StockAxis, StockProps } from "./axis.tsx";
import { stockViewWords } from "./words.ts";

interface ForumPanelsProps {
  readonly forum: ForumPanel;
  readonly axis: StockAxis;
  readonly isSimulated: boolean;
}

export function ForumPanels({ forum, axis, isSimulated }: ForumPanelsProps) {
  const said = useWords(stockViewWords);
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
  const said = useWords(stockViewWords);
  return (
    <SortedTable
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
  const said = useWords(stockViewWords);
  const language = useLanguage();
  const rows = ranks.flatMap(({ term, points }) => points.map(([at, rank]) => ({ term, at, rank })));
  return (
    <SortedTable
      caption={said.ranks}
      rows={rows.toSorted((one, other) => other.at - one.at)}
      rowKey={({ term, at }) => `${term} ${at}`}
      columns={[
        {
          key: "time",
          title: said.time,
          value: ({ at }) => at,
          show: ({ at }) => shownTime(at, language),
          isNumber: false,
        },
        { key: "term", title: said.term, value: ({ term }) => terms[term]?.[language] ?? term },
        { key: "rank", title: said.rank, isNumber: true, value: ({ rank }) => rank ?? undefined },
      ]}
    />
  );
}

export function StockComments({ stock: { comments } }: Pick<StockProps, "stock">) {
  const said = useWords(stockViewWords);
  if (comments.length === 0) return null;
  return (
    <Panel title={said.matched}>
      <ol class="matched">
        {comments.map((comment) => (
          <li key={comment.part}>
            <Comment comment={comment} />
          </li>
        ))}
      </ol>
    </Panel>
  );
}

function Comment({ comment }: { readonly comment: MatchedComment }) {
  const said = useWords(stockViewWords);
  const { part, author, name, title, body, postedAt, yes, no, alerts } = comment;
  return (
    <article>
      <h4>{title ?? `#${part}`}</h4>
      <p class="matched-body">{body}</p>
      <p class="quiet">
        {postedAt !== undefined && <ShownMoment at={postedAt} form="full" />} #{part} {name}{" "}
        {author !== undefined && (
          <span>
            {said.author} <code>{author}</code>
          </span>
        )}{" "}
        {yes !== undefined && no !== undefined && said.votes(yes, no)}
      </p>
      <p>
        {alerts.map(({ id, rule }) => (
          <a key={id} href={link("alert", [id])}>
            {rule}
          </a>
        ))}
      </p>
    </article>
  );
}
