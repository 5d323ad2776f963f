/** How a source stands, and what is due of it, in a word. */

import { groupedNumber } from "../../../model/numbers.ts";
import type { ShownSource } from "../../../model/page/sources.ts";
import { Tag, type Tone } from "../../parts/facts.tsx";
import { dayText } from "../../parts/moment.tsx";
import { useLanguage, useWords } from "../../state/reader.ts";
import { words } from "./words.ts";

const tones: Readonly<Record<ShownSource["state"], Tone>> = {
  waiting: "quiet",
  ok: "good",
  failing: "critical",
  quarantined: "warning",
};

export function StateTag({ of: { state, hold, outage } }: { readonly of: ShownSource }) {
  const said = useWords(words);
  return (
    <>
      <Tag tone={tones[state]}>{said.states[state]}</Tag>
      {hold && ` ${groupedNumber(hold.items)} ${said.items}`}
      {state !== "failing" && outage && (
        <>
          {" "}
          <Tag tone="critical">{said.states.failing}</Tag>
        </>
      )}
    </>
  );
}

export function DueTag({ of: { due, late } }: { readonly of: ShownSource }) {
  const said = useWords(words);
  const language = useLanguage();
  if (late) return <Tag tone="warning">{said.late(dayText(late.day, language))}</Tag>;
  if (due?.last === undefined) return <span class="quiet">{said.noDue}</span>;
  const { isSeen } = due.last;
  const day = dayText(due.last.day, language);
  return <Tag tone={isSeen ? "good" : "quiet"}>{isSeen ? said.dueSeen(day) : said.dueAwaited(day)}</Tag>;
}
