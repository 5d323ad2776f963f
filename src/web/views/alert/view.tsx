/** One alert: what it says, what changed, its whole life, why it came, and the answers that one may give. */
import { useMemo, useState } from "preact/hooks";
import type { AlertAnswer, AlertStep } from "../../../model/page/alerts.ts";
import { WhenAnswered } from "../../parts/answered.tsx";
import { Changes, FactList, SeverityMark, StateMark } from "../../parts/facts.tsx";
import { ShownMoment } from "../../parts/moment.tsx";
import { AboutLink, BackLink, RuleLink, textsOfAlert, useNamedTitle } from "../../parts/names.tsx";
import { useAnswer } from "../../state/calls.ts";
import { useLive } from "../../state/live.ts";
import { useLanguage, useWords } from "../../state/reader.ts";
import type { View, ViewProps } from "../view.ts";
import { AlertAnswers } from "./answers.tsx";
import { Why } from "./why.tsx";
import { alertWords } from "./words.ts";
import "./alert.css";

function AlertView({ rest: [id = ""] }: ViewProps) {
  const said = useWords(alertWords);
  const language = useLanguage();
  const { episodes } = useLive();
  const [count, setCount] = useState(0);
  const open = useMemo(() => episodes?.find(({ alert }) => alert === id), [episodes, id]);
  // What is answered may be another once it fired again, or somebody answered it.
  const version = `${open?.seq} ${open?.state} ${count}`;
  const answered = useAnswer<AlertAnswer>("api/alert", { id, language }, version);
  return (
    <>
      <BackLink to="inbox">{said.back}</BackLink>
      {answered.state === "failed" && answered.error.status === 404 && open !== undefined ? (
        <>
          <p>{said.gone}</p>
          <AlertFacts answer={{ ...open, steps: [], hasEarlier: true }} />
          <AlertAnswers
            alert={open.alert}
            isKnown={open.state === "acknowledged"}
            changed={() => setCount(count + 1)}
          />
        </>
      ) : (
        <WhenAnswered of={answered}>
          {(answer) => <Whole answer={answer} changed={() => setCount((last) => last + 1)} />}
        </WhenAnswered>
      )}
    </>
  );
}

function Whole({ answer, changed }: { readonly answer: AlertAnswer; changed(): void }) {
  const said = useWords(alertWords);
  const language = useLanguage();
  const { steps, rows, state, acknowledged } = answer;
  const last = steps.findLast(({ event }) => event.type !== "alert.acknowledged");
  const fired = steps.findLast(({ event }) => event.type === "alert.fired") ?? last;
  const { title: own, body } = textsOfAlert(fired?.event.data.now ?? {}, language);
  const title = useNamedTitle(own, fired?.event.subject ?? "");
  const changes = rows?.changes ?? [];
  const details = rows?.details ?? [];
  return (
    <article class="alert">
      <h2>
        <SeverityMark severity={answer.severity} /> {title || answer.rule}
      </h2>
      <div class="told">
        {body !== "" && <p class="body">{body}</p>}
        {changes.length > 0 && (
          <section aria-label={said.changed}>
            <h3>{said.changed}</h3>
            <Changes rows={changes} />
          </section>
        )}
        {details.length > 0 && (
          <section aria-label={said.details}>
            <h3>{said.details}</h3>
            <Changes rows={details} />
          </section>
        )}
      </div>
      <div class="standing">
        <AlertFacts answer={answer} />
        {state !== "over" && last && (
          <AlertAnswers alert={last.event.id} isKnown={acknowledged !== undefined} changed={changed} />
        )}
      </div>
      <div class="story">
        <Life steps={steps} hasEarlier={answer.hasEarlier} />
        {fired && <Why alert={fired.event.id} version={steps.length} />}
        {last && (
          <details>
            <summary>{said.data}</summary>
            <pre>{JSON.stringify(last.event, null, 2)}</pre>
          </details>
        )}
      </div>
    </article>
  );
}

function AlertFacts({ answer }: { readonly answer: AlertAnswer }) {
  const said = useWords(alertWords);
  const { facts } = said;
  const { subject, rule, key, state, since, times, acknowledged, quieted } = answer;
  return (
    <FactList
      of={[
        [facts.state, <StateMark key="state" state={state} />],
        [facts.about, <AboutLink key="about" subject={subject} />],
        [facts.rule, <RuleLink key="rule" rule={rule} />],
        [facts.key, key === subject ? undefined : key],
        [facts.since, <ShownMoment key="since" at={since} form="full" />],
        [facts.times, said.times(times)],
        [
          facts.known,
          acknowledged && (
            <>
              <ShownMoment at={acknowledged.at} /> {said.by(acknowledged.by)}
            </>
          ),
        ],
        [
          facts.quiet,
          quieted && (
            <>
              {quieted.by}, {said.until} <ShownMoment at={quieted.until} form="full" />
            </>
          ),
        ],
      ]}
    />
  );
}

export const alertView: View = {
  path: "alert",
  words: alertWords,
  inMenu: false,
  Page: AlertView,
};

interface LifeProps {
  readonly steps: readonly AlertStep[];
  readonly hasEarlier: boolean;
}

/** The steps in the life of an alert, the latest first. */
function Life({ steps, hasEarlier }: LifeProps) {
  const said = useWords(alertWords);
  return (
    <section aria-label={said.life}>
      <h3>{said.life}</h3>
      <ol class="steps" reversed>
        {steps.toReversed().map((step) => (
          <li key={step.seq}>
            <ShownMoment at={step.event.time} form="full" />
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
  const said = useWords(alertWords);
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
      <strong>{said.steps.fired}</strong> {textsOfAlert(now, language).title}{" "}
      <span class="quiet">#{seq}</span>
    </>
  );
}
