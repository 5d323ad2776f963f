/** The inbox: open alerts, at first the reader's own, the gravest first, narrowed down by what the address says. */
import { useMemo } from "preact/hooks";
import { Failed } from "../../parts/answered.tsx";
import { link } from "../../shell/address.ts";
import { useAnswering } from "../../shell/answers/answers.tsx";
import { useWords } from "../../shell/language.tsx";
import { useLive } from "../../shell/live.ts";
import type { View, ViewProps } from "../view.ts";
import { withAnswers } from "./answered.ts";
import { chosenIn, inOrder, matching, type Whose, whoseIn } from "./choose.ts";
import { Empty } from "./empty.tsx";
import { InboxFilters } from "./inbox-filters.tsx";
import { AlertList } from "./list/alert-list.tsx";
import "./inbox.css";
import { countedByRule, parted } from "./mine.ts";
import { Rest } from "./rest.tsx";
import { SavedViews } from "./saved.tsx";
import { useMine } from "./use-mine.ts";
import { words } from "./words.ts";

function Inbox({ query }: ViewProps) {
  const { episodes } = useLive();
  const said = useWords(words);
  const { mine, error } = useMine();
  const answers = useAnswering().queue.shown();
  const asked = query.toString();
  const ordered = useMemo(() => episodes && inOrder(withAnswers(episodes, answers)), [episodes, answers]);
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
        <h2>{said.heading}</h2>
        {shown && (
          <span class="quiet" role="status">
            {said.count(shown.length)}
          </span>
        )}
        <a href={link("ended", [], query)}>{said.ended}</a>
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
      <InboxFilters />
      {error && mine === undefined && <Failed error={error} />}
      {mine && mine.stocks.size === 0 && whose === "mine" && (
        <p class="no-list">
          {said.noList} <a href={link("watchlists")}>{said.toLists}</a>
        </p>
      )}
      {whose === "mine" && <Rest query={query} counts={counts} />}
      {shown === undefined ? (
        error === undefined && <p class="quiet">{said.reading}</p>
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
  const said = useWords(words);
  return (
    <nav class="tabs" aria-label={said.heading}>
      {(["mine", "rest", "all"] as const).map((one) => (
        <a
          key={one}
          href={link("inbox", [], { ...Object.fromEntries(query), whose: one === "mine" ? "" : one })}
          aria-current={one === whose ? "page" : undefined}
        >
          {said.whose[one]} <span class="quiet">{said.number(counts[one])}</span>
        </a>
      ))}
    </nav>
  );
}

export const inbox: View = {
  path: "inbox",
  title: { en: "Inbox", ja: "受信箱" },
  inMenu: true,
  Page: Inbox,
};
