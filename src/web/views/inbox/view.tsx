/** The inbox: open alerts, the gravest first, narrowed down by what the address says. */
import { useMemo } from "preact/hooks";
import type { OpenEpisode } from "../../../client/feed-client.ts";
import type { WatchedAnswer } from "../../../model/page/watched.ts";
import { Choice, Filters, Typed } from "../../parts/filters.tsx";
import { useNarrow } from "../../parts/narrow.ts";
import { Rows } from "../../parts/rows.tsx";
import { useRuleName } from "../../parts/rule-name.tsx";
import { words as partWords } from "../../parts/words.ts";
import { link } from "../../shell/address.ts";
import { useAnswer } from "../../shell/calls.ts";
import { useWords } from "../../shell/language.tsx";
import { useLive } from "../../shell/live.ts";
import type { View, ViewProps } from "../view.ts";
import { chosenIn, inOrder, matching } from "./choose.ts";
import "./inbox.css";
import { Row } from "./row.tsx";
import { words } from "./words.ts";

function Inbox({ query }: ViewProps) {
  const { episodes } = useLive();
  const said = useWords(words);
  const ordered = useMemo(() => episodes && inOrder(episodes), [episodes]);
  const asked = query.toString();
  const shown = useMemo(() => ordered && matching(ordered, chosenIn(query)), [ordered, asked]);
  const height = useNarrow() ? heights.narrow : heights.wide;
  return (
    <>
      <div class="heading">
        <h2>{said.heading}</h2>
        {ordered && shown && (
          <span class="quiet" role="status">
            {said.count(shown.length, ordered.length)}
          </span>
        )}
        <a href={link("ended", [], query)}>{said.ended}</a>
      </div>
      <InboxFilters />
      {ordered === undefined || shown === undefined ? (
        <p class="quiet">{said.reading}</p>
      ) : shown.length === 0 ? (
        <p>{ordered.length === 0 ? said.none : said.noneLike}</p>
      ) : (
        <Rows label={said.heading} all={shown} height={height} keyOf={({ alert }) => alert}>
          {rowOf}
        </Rows>
      )}
    </>
  );
}

function InboxFilters() {
  const said = useWords(words);
  const { severities, states } = useWords(partWords);
  const watched = useAnswer<WatchedAnswer>("api/watched");
  const names = watched.state === "answered" ? watched.answer : watched.state === "asking" && watched.before;
  const options = (all: readonly string[] | undefined) => (all ?? []).map((one) => [one, one] as const);
  const worded = (all: Readonly<Record<string, string>>, left: string) =>
    Object.entries(all).filter(([name]) => name !== left);
  const ruleName = useRuleName();
  const { all } = said;
  return (
    <Filters label={said.filters}>
      <Typed name="text" label={said.text} />
      <Choice name="severity" label={said.severity} all={all} options={worded(severities, "").toReversed()} />
      <Choice name="state" label={said.state} all={all} options={worded(states, "over")} />
      <Typed name="stock" label={said.stock} />
      <Choice
        name="watchlist"
        label={said.watchlist}
        all={all}
        options={options(names ? names.watchlists : [])}
      />
      <Choice name="source" label={said.source} all={all} options={options(names ? names.sources : [])} />
      <Choice
        name="rule"
        label={said.rule}
        all={all}
        options={(names ? names.rules : []).map((rule) => [rule, ruleName(rule)] as const)}
      />
    </Filters>
  );
}

const rowOf = (episode: OpenEpisode) => <Row episode={episode} />;

/** Heights of all rows in pixels, which the width of the window decides. */
const heights = { wide: 58, narrow: 130 };

export const inbox: View = {
  path: "inbox",
  title: { en: "Inbox", ja: "受信箱" },
  inMenu: true,
  Page: Inbox,
};
