/** How grave an alert is and how it stands: a word, a colour and a form, so that no reader needs the colour. */
import type { Severity } from "../../model/news-items.ts";
import { useWords } from "../shell/language.tsx";
import "./severity.css";
import { words } from "./words.ts";

const severities = ["info", "warning", "critical"] as const satisfies readonly Severity[];
const states = ["firing", "acknowledged", "silenced", "over"] as const;

/** @param severity as the feed has it; an unknown one, of a newer monitor, is shown as it is */
export function SeverityMark({ severity }: { readonly severity: unknown }) {
  const said = useWords(words);
  const known = severities.find((one) => one === severity);
  return (
    <span class={`mark ${known ?? "info"}`}>{known ? said.severities[known] : String(severity ?? "")}</span>
  );
}

export function StateMark({ state }: { readonly state: string }) {
  const said = useWords(words);
  const known = states.find((one) => one === state);
  return <span class={`state ${known ?? ""}`}>{known ? said.states[known] : state}</span>;
}
