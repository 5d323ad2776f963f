/** The steps in the life of an alert, the latest first. */
import type { AlertStep } from "../../../model/page/alerts.ts";
import { alertTexts } from "../../parts/alert-texts.ts";
import { Moment } from "../../parts/moment.tsx";
import { useLanguage, useWords } from "../../shell/language.tsx";
import { words } from "./words.ts";

interface LifeProps {
  readonly steps: readonly AlertStep[];
  readonly hasEarlier: boolean;
}

export function Life({ steps, hasEarlier }: LifeProps) {
  const said = useWords(words);
  return (
    <section aria-label={said.life}>
      <h3>{said.life}</h3>
      <ol class="steps" reversed>
        {steps.toReversed().map((step) => (
          <li key={step.seq}>
            <Moment at={step.event.time} form="full" />
            <span>
              <Step {...step} />
            </span>
          </li>
        ))}
      </ol>
      {hasEarlier && <p class="quiet">{said.earlier}</p>}
    </section>
  );
}

function Step({ seq, event }: AlertStep) {
  const said = useWords(words);
  const language = useLanguage();
  const { now } = event.data;
  const who = now.by === undefined ? "" : ` ${said.by(String(now.by))}`;
  const because = now.because === undefined ? "" : `: ${String(now.because)}`;
  if (event.type === "alert.acknowledged")
    return (
      <>
        <strong>{said.steps.acknowledged}</strong>
        {who}
        {because}
      </>
    );
  if (event.type === "alert.resolved")
    return (
      <>
        <strong>{said.steps.resolved}</strong> {said.ends[String(now.why)] ?? String(now.why ?? "")}
        {who}
        {because}
      </>
    );
  return (
    <>
      <strong>{said.steps.fired}</strong> {alertTexts(now, language).title} <span class="quiet">#{seq}</span>
    </>
  );
}
