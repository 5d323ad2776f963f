/** Whether a rule is on, and what keeps it quiet. */
import { groupedNumber } from "../../../model/numbers.ts";
import type { ShownRule } from "../../../model/page/rules.ts";
import { Tag } from "../../parts/facts.tsx";
import { useWords } from "../../state/reader.ts";
import { words } from "./words.ts";

export function RuleState({ of: { isEnabled, isBraked, silences, overran } }: { readonly of: ShownRule }) {
  const said = useWords(words);
  return (
    <span class="rule-state">
      <Tag tone={isEnabled ? "good" : "quiet"}>{isEnabled ? said.on : said.off}</Tag>
      {isBraked && <Tag tone="warning">{said.braked}</Tag>}
      {silences > 0 && <Tag tone="quiet">{said.silenced}</Tag>}
      {overran > 0 && <Tag tone="critical">{said.overran(groupedNumber(overran))}</Tag>}
    </span>
  );
}
