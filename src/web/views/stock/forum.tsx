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
  const words = useWords(stockViewWords);
  const language = useLanguage();
  const { comments, ranks, terms } = forum;
  const [commentLines, rankLines] = useMemo((): [ChartLine[], ChartLine[]] => {
    const named = ranks.map(({ term, points }): ChartLine => {
      return { label: terms[term]?.[language] ?? term, points, kind: "step" };
    });
    return [[{ label: words.comments, points: comments, kind: "bars" }], named];
  }, [comments, ranks, terms, words, language]);
  return (
    <>
      {comments.length > 0 && (
        <Panel
          title={words.forum}
          known={forum.known}
          isSimulated={isSimulated}
          table={<CommentCounts forum={forum} />}
        >
          <Chart label={words.forum} lines={commentLines} {...axis} height={120} />
        </Panel>
      )}
      {ranks.length > 0 && (
        <Panel
          title={words.ranks}
          known={forum.ranksKnown}
          isSimulated={isSimulated}
          table={<RankRows forum={forum} />}
        >
          <Chart label={words.ranks} lines={rankLines} {...axis} isTurned />
        </Panel>
      )}
    </>
  );
}

type Shown = Pick<ForumPanelsProps, "forum">;

function CommentCounts({ forum }: Shown) {
  const words = useWords(stockViewWords);
  return (
    <SortedTable
      caption={words.forum}
      rows={forum.comments.toReversed()}
      rowKey={([at]) => at}
      columns={[
        { key: "day", title: words.day, value: ([at]) => jstDay(at) },
        { key: "comments", title: words.comments, isNumber: true, value: ([, count]) => count ?? undefined },
      ]}
    />
  );
}

function RankRows({ forum: { ranks, terms } }: Shown) {
  const words = useWords(stockViewWords);
  const language = useLanguage();
  const rows = ranks.flatMap(({ term, points }) => points.map(([at, rank]) => ({ term, at, rank })));
  return (
    <SortedTable
      caption={words.ranks}
      rows={rows.toSorted((one, other) => other.at - one.at)}
      rowKey={({ term, at }) => `${term} ${at}`}
      columns={[
        {
          key: "time",
          title: words.time,
          value: ({ at }) => at,
          show: ({ at }) => shownTime(at, language),
          isNumber: false,
        },
        { key: "term", title: words.term, value: ({ term }) => terms[term]?.[language] ?? term },
        { key: "rank", title: words.rank, isNumber: true, value: ({ rank }) => rank ?? undefined },
      ]}
    />
  );
}

export function StockComments({ stock: { comments } }: Pick<StockProps, "stock">) {
  const words = useWords(stockViewWords);
  if (comments.length === 0) return null;
  return (
    <Panel title={words.matched}>
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
  const words = useWords(stockViewWords);
  const { part, author, name, title, body, postedAt, yes, no, alerts } = comment;
  return (
    <article>
      <h4>{title ?? `#${part}`}</h4>
      <p class="matched-body">{body}</p>
      <p class="quiet">
        {postedAt !== undefined && <ShownMoment at={postedAt} form="full" />} #{part} {name}{" "}
        {author !== undefined && (
          <span>
            {words.author} <code>{author}</code>
          </span>
        )}{" "}
        {yes !== undefined && no !== undefined && words.votes(yes, no)}
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
