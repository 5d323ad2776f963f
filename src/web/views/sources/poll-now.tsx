/** The button that has a source polled beside its schedule, and says what came of it. */
import { sourceReason } from "../../../model/news-words.ts";
import { groupedNumber } from "../../../model/numbers.ts";
import type { PollNowAnswer } from "../../../model/page/sources.ts";
import { Action } from "../../parts/answered.tsx";
import { act } from "../../state/calls.ts";
import { useLanguage, useWords } from "../../state/reader.ts";
import { words } from "./words.ts";

export function PollNow({ source }: { readonly source: string }) {
  const said = useWords(words);
  const language = useLanguage();
  const poll = async () => {
    const answer = await act<PollNowAnswer>("control/sources/poll", { source });
    const { outcome, events, reason = "", message = "", held } = answer;
    if (outcome === "under-way") return said.polled.underWay;
    if (outcome === "unwritten") return said.polled.unwritten(message);
    if (outcome === "failed")
      return said.polled.failed(sourceReason.values[reason]?.[language] ?? reason, message);
    const quarantined = held === undefined ? "" : said.polled.held(groupedNumber(held));
    return `${said.polled.answered(groupedNumber(events))}${quarantined}`;
  };
  return <Action label={said.pollNow} about={source} act={poll} />;
}
