/** The fields that narrow the inbox down. */
import type { WatchedAnswer } from "../../../model/page/watched.ts";
import { Choice, Filters, Typed } from "../../parts/fields.tsx";
import { useRuleName } from "../../parts/names.tsx";
import { words as partWords } from "../../parts/words.ts";
import { useAnswer } from "../../state/calls.ts";
import { useWords } from "../../state/reader.ts";
import { words } from "./words.ts";

export function InboxFilters() {
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
