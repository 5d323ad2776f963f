/** What is not the reader's own, in one line: counted by rule, each count a way to them. */
import { useNarrow } from "../../parts/narrow.ts";
import { useRuleName } from "../../parts/rule-name.tsx";
import { link } from "../../shell/address.ts";
import { useWords } from "../../shell/language.tsx";
import { words } from "./words.ts";

interface RestProps {
  readonly query: URLSearchParams;
  /** The most frequent first. */
  readonly counts: readonly (readonly [rule: string, count: number])[];
}

/** Most rules that are named. */
const most = { wide: 5, narrow: 2 };

export function Rest({ query, counts }: RestProps) {
  const said = useWords(words);
  const ruleName = useRuleName();
  const named = useNarrow() ? most.narrow : most.wide;
  if (counts.length === 0) return null;
  const all = counts.reduce((sum, [, count]) => sum + count, 0);
  const address = (rule = query.get("rule") ?? "") =>
    link("inbox", [], new URLSearchParams({ ...Object.fromEntries(query), whose: "rest", rule }));
  const shown = counts.length > named + 1 ? counts.slice(0, named) : counts;
  return (
    <p class="rest">
      <a href={address()}>{said.more(all)}</a>
      {shown.map(([rule, count]) => (
        <span key={rule}>
          <a href={address(rule)}>{ruleName(rule)}</a> {said.number(count)}
        </span>
      ))}
      {shown.length < counts.length && (
        <a href={address()}>{said.otherRules(counts.length - shown.length)}</a>
      )}
    </p>
  );
}
