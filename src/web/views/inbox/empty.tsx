/** An inbox without a row: why, and what to do next. */
import { link } from "../../shell/address.ts";
import { useWords } from "../../shell/language.tsx";
import { isNarrowed, whoseIn } from "./choose.ts";
import { words } from "./words.ts";

interface EmptyProps {
  readonly query: URLSearchParams;
  /** Number of all open alerts, whatever is chosen. */
  readonly all: number;
}

export function Empty({ query, all }: EmptyProps) {
  const said = useWords(words);
  if (all === 0)
    return (
      <div class="empty">
        <p>{said.nothing}</p>
        <p>
          <a href={link("sources")}>{said.nothingNext.sources}</a>
          <a href={link("ended")}>{said.nothingNext.ended}</a>
        </p>
      </div>
    );
  if (!isNarrowed(query) && whoseIn(query) === "mine") return <p class="empty">{said.nothingMine}</p>;
  return (
    <div class="empty">
      <p>{said.noneLike}</p>
      <p>
        <a href={link("inbox", [], { whose: query.get("whose") ?? "" })}>{said.clear}</a>
        <a href={link("ended", [], query)}>{said.ended}</a>
      </p>
    </div>
  );
}
