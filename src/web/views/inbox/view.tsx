/** The inbox: open alerts, at first the reader's own, the gravest first, narrowed down by what the address says. */
import { useMemo, useRef } from "preact/hooks";
import type { MineAnswer } from "../../../model/page/watchlists.ts";
import { Failed } from "../../parts/answered.tsx";
import { AlertFilters } from "../../parts/fields.tsx";
import { useRuleName } from "../../parts/names.tsx";
import { useAnswering } from "../../shell/answers.tsx";
import { link } from "../../state/address.ts";
import { type CallError, useAnswer, useEvery } from "../../state/calls.ts";
import { useLive } from "../../state/live.ts";
import { useNarrow, useWords } from "../../state/reader.ts";
import type { View, ViewProps } from "../view.ts";
import { AlertList } from "./alert-list.tsx";
import {
  chosenIn,
  countedByRule,
  gravestFirst,
  isNarrowed,
  type Mine,
  matching,
  mineOf,
  parted,
  type Whose,
  whoseIn,
  withAnswers,
} from "./list.ts";
import { SavedViews } from "./saved-views.tsx";
import { inboxWords } from "./words.ts";
import "./inbox.css";

interface RestProps {
  readonly query: URLSearchParams;
  /** The most frequent first. */
  readonly counts: readonly (readonly [rule: string, count: number])[];
}

/** Most rules that are named. */
const most = { wide: 5, narrow: 2 };

/** What is not the reader's own, in one line: counted by rule, each count a way to them. */
function Rest({ query, counts }: RestProps) {
  const words = useWords(inboxWords);
  const ruleName = useRuleName();
  const named = useNarrow() ? most.narrow : most.wide;
  if (counts.length === 0) return null;
  const all = counts.reduce((sum, [, count]) => sum + count, 0);
  const address = (rule = query.get("rule") ?? "") =>
    link("inbox", [], new URLSearchParams({ ...Object.fromEntries(query), whose: "rest", rule }));
  const shown = counts.length > named + 1 ? counts.slice(0, named) : counts;
  return (
    <p class="rest">
      <a href={address()}>{words.more(all)}</a>
      {shown.map(([rule, count]) => (
        <span key={rule}>
          <a href={address(rule)}>{ruleName(rule)}</a> {words.number(count)}
        </span>
      ))}
      {shown.length < counts.length && (
        <a href={address()}>{words.otherRules(counts.length - shown.length)}</a>
      )}
    </p>
  );
}

/** An edited watchlist counts at once. */
const againMs = 2_000;

/** What is the reader's own, as one object until the answer changes; undefined before the first answer. */
function useMine(): { readonly mine: Mine | undefined; readonly error: CallError | undefined } {
  const answered = useAnswer<MineAnswer>("api/mine", {}, useEvery(againMs));
  const answer = answered.state === "answered" ? answered.answer : undefined;
  const text = useMemo(() => answer && JSON.stringify(answer), [answer]);
  const last = useRef("");
  if (text !== undefined) last.current = text;
  const kept = last.current;
  const mine = useMemo(() => (kept === "" ? undefined : mineOf(JSON.parse(kept))), [kept]);
  return { mine, error: answered.state === "failed" ? answered.error : undefined };
}

const filters = ["text", "severity", "state", "stock", "watchlist", "source", "rule"] as const;

function Inbox({ query }: ViewProps) {
  const { episodes } = useLive();
  const words = useWords(inboxWords);
  const { mine, error } = useMine();
  const answers = useAnswering().queue.shown();
  const asked = query.toString();
  const ordered = useMemo(
    () => episodes && gravestFirst(withAnswers(episodes, answers)),
    [episodes, answers],
  );
  const found = useMemo(
    () => ordered && mine && matching(ordered, chosenIn(query), mine.lists),
    [ordered, asked, mine],
  );
  const parts = useMemo(() => found && mine && parted(found, mine), [found, mine]);
  const whose = whoseIn(query);
  const shown = whose === "all" ? found : parts?.[whose];
  const counts = useMemo(() => countedByRule(parts?.rest ?? []), [parts]);
  return (
    <>
      <div class="heading">
        <h2>{words.heading}</h2>
        {shown && (
          <span class="quiet" role="status">
            {words.count(shown.length)}
          </span>
        )}
        <a href={link("ended", [], query)}>{words.ended}</a>
        <SavedViews query={query} />
      </div>
      {parts && (
        <WhoseTabs
          query={query}
          whose={whose}
          counts={{
            mine: parts.mine.length,
            rest: parts.rest.length,
            all: parts.mine.length + parts.rest.length,
          }}
        />
      )}
      <AlertFilters label={words.filters} names={filters} />
      {error && mine === undefined && <Failed error={error} />}
      {mine && mine.stocks.size === 0 && whose === "mine" && (
        <p class="no-list">
          {words.noList} <a href={link("watchlists")}>{words.toLists}</a>
        </p>
      )}
      {whose === "mine" && <Rest query={query} counts={counts} />}
      {shown === undefined ? (
        error === undefined && <p class="quiet">{words.reading}</p>
      ) : shown.length === 0 ? (
        <Empty query={query} all={ordered?.length ?? 0} />
      ) : (
        <AlertList shown={shown} query={query} />
      )}
    </>
  );
}

interface WhoseTabsProps {
  readonly query: URLSearchParams;
  readonly whose: Whose;
  readonly counts: Readonly<Record<Whose, number>>;
}

function WhoseTabs({ query, whose, counts }: WhoseTabsProps) {
  const words = useWords(inboxWords);
  return (
    <nav class="tabs" aria-label={words.heading}>
      {(["mine", "rest", "all"] as const).map((one) => (
        <a
          key={one}
          href={link("inbox", [], { ...Object.fromEntries(query), whose: one === "mine" ? "" : one })}
          aria-current={one === whose ? "page" : undefined}
        >
          {words.whose[one]} <span class="quiet">{words.number(counts[one])}</span>
        </a>
      ))}
    </nav>
  );
}

export const inboxView: View = {
  path: "inbox",
  words: inboxWords,
  inMenu: true,
  Page: Inbox,
};

interface EmptyProps {
  readonly query: URLSearchParams;
  /** Number of all open alerts, whatever is chosen. */
  readonly all: number;
}

/** An inbox without a row: why, and what to do next. */
function Empty({ query, all }: EmptyProps) {
  const words = useWords(inboxWords);
  if (all === 0)
    return (
      <div class="empty">
        <p>{words.nothing}</p>
        <p>
          <a href={link("sources")}>{words.nothingNext.sources}</a>
          <a href={link("ended")}>{words.nothingNext.ended}</a>
        </p>
      </div>
    );
  if (!isNarrowed(query) && whoseIn(query) === "mine") return <p class="empty">{words.nothingMine}</p>;
  return (
    <div class="empty">
      <p>{words.noneLike}</p>
      <p>
        <a href={link("inbox", [], { whose: query.get("whose") ?? "" })}>{words.clear}</a>
        <a href={link("ended", [], query)}>{words.ended}</a>
      </p>
    </div>
  );
}
