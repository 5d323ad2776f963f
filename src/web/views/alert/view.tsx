/** One alert: what it says, what changed, and the answers that one may give; its story stands below. */
import { useMemo, useState } from "preact/hooks";
import type { AlertAnswer } from "../../../model/page/alerts.ts";
import { type Growth, growthWords } from "../../../model/silence.ts";
import type { Worth } from "../../../model/worth.ts";
import { Action, WhenAnswered } from "../../parts/answered.tsx";
import { Changes, FactList, SeverityMark, StateMark } from "../../parts/facts.tsx";
import { otherEnd, SpanField, TextField, usualSpan } from "../../parts/fields.tsx";
import { ShownMoment } from "../../parts/moment.tsx";
import { AboutLink, BackLink, RuleLink, textsOfAlert, useNamedTitle } from "../../parts/names.tsx";
import { PaperButtons } from "../../parts/papers.tsx";
import { useName } from "../../shell/answers.tsx";
import { act, useAnswer } from "../../state/calls.ts";
import { useLive } from "../../state/live.ts";
import { useLanguage, useMayAct, useWords } from "../../state/reader.ts";
import type { View, ViewProps } from "../view.ts";
import { Life, Why } from "./story.tsx";
import { alertWords } from "./words.ts";
import "./alert.css";

function AlertView({ rest: [id = ""] }: ViewProps) {
  const words = useWords(alertWords);
  const language = useLanguage();
  const { episodes } = useLive();
  const [count, setCount] = useState(0);
  const open = useMemo(() => episodes?.find(({ alert }) => alert === id), [episodes, id]);
  // What is answered may be another once it fired again, or somebody answered it.
  const version = `${open?.seq} ${open?.state} ${count}`;
  const answered = useAnswer<AlertAnswer>("api/alert", { id, language }, version);
  return (
    <>
      <BackLink to="inbox">{words.back}</BackLink>
      {answered.state === "failed" && answered.error.status === 404 && open !== undefined ? (
        <>
          <p>{words.gone}</p>
          <AlertFacts answer={{ ...open, steps: [], hasEarlier: true }} />
          <AlertAnswers
            alert={open.alert}
            isOver={false}
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
  const words = useWords(alertWords);
  const language = useLanguage();
  const { steps, rows, papers, state, acknowledged, rated, growth } = answer;
  const standing = { isOver: state === "over", isKnown: acknowledged !== undefined, rated, growth };
  const last = steps.findLast(({ event: { type } }) => type === "alert.fired" || type === "alert.resolved");
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
          <section aria-label={words.changed}>
            <h3>{words.changed}</h3>
            <Changes rows={changes} />
          </section>
        )}
        {papers && (
          <p>
            <PaperButtons {...papers} />
          </p>
        )}
        {details.length > 0 && (
          <section aria-label={words.details}>
            <h3>{words.details}</h3>
            <Changes rows={details} />
          </section>
        )}
      </div>
      <div class="standing">
        <AlertFacts answer={answer} />
        {fired && <AlertAnswers alert={fired.event.id} {...standing} changed={changed} />}
      </div>
      <div class="story">
        <Life steps={steps} hasEarlier={answer.hasEarlier} />
        {fired && <Why alert={fired.event.id} version={steps.length} />}
        {last && (
          <details>
            <summary>{words.data}</summary>
            <pre>{JSON.stringify(last.event, null, 2)}</pre>
          </details>
        )}
      </div>
    </article>
  );
}

function AlertFacts({ answer }: { readonly answer: AlertAnswer }) {
  const words = useWords(alertWords);
  const language = useLanguage();
  const { facts } = words;
  const { subject, rule, key, state, since, times, acknowledged, rated, quieted } = answer;
  return (
    <FactList
      of={[
        [facts.state, <StateMark key="state" state={state} />],
        [facts.about, <AboutLink key="about" subject={subject} />],
        [facts.rule, <RuleLink key="rule" rule={rule} />],
        [facts.key, key === subject ? undefined : key],
        [facts.since, <ShownMoment key="since" at={since} form="full" />],
        [facts.times, words.times(times)],
        [
          facts.known,
          acknowledged && (
            <>
              <ShownMoment at={acknowledged.at} /> {words.by(acknowledged.by)}
            </>
          ),
        ],
        [
          facts.worth,
          rated && (
            <>
              {words.worths[rated.worth]} {words.by(rated.by)}, <ShownMoment at={rated.at} />
            </>
          ),
        ],
        [
          facts.quiet,
          quieted && (
            <>
              {quieted.by}
              {quieted.grows && `, ${words.untilGrows(growthWords(quieted.grows, language))}`}, {words.until}{" "}
              <ShownMoment at={quieted.until} form="full" />
            </>
          ),
        ],
      ]}
    />
  );
}

interface Done {
  readonly already: boolean;
}

interface AnswersProps {
  /** Id of an alert of the episode. */
  readonly alert: string;
  readonly isOver: boolean;
  readonly isKnown: boolean;
  readonly rated?: AlertAnswer["rated"];
  readonly growth?: Growth | undefined;
  /** Called once something was done. */
  changed(): void;
}

/** The answers that a reader may give: to an open alert that they know of it, want it quiet, or end it; to any, its worth. */
function AlertAnswers({ alert, isOver, isKnown, rated, growth, changed }: AnswersProps) {
  const words = useWords(alertWords);
  const language = useLanguage();
  const { nameFor } = useName();
  const [because, setBecause] = useState("");
  const [span, setSpan] = useState(usualSpan);
  const other = growth && words.untilGrows(growthWords(growth, language));
  if (!useMayAct()) return null;
  const reason = because.trim() === "" ? {} : { because: because.trim() };
  const signed = (by: string) => ({ alert, by, ...reason });
  const doing = (path: string, bodyOf: (name: string) => object) => async () => {
    const name = await nameFor();
    if (name === undefined) return "";
    const { already } = await act<Done>(path, bodyOf(name));
    changed();
    return already ? words.already : words.done;
  };
  const rating = (worth: Worth, about = alert) =>
    doing("control/rate", (by) => ({ alert: about, worth, by, ...reason }));
  return (
    <section class="answers" aria-label={words.answer}>
      <h3>{words.answer}</h3>
      <div class="fields">
        {!isOver && <SpanField value={span} other={other} change={setSpan} />}
        <TextField
          class="because"
          label={words.because}
          value={because}
          autocomplete="off"
          maxLength={500}
          change={setBecause}
        />
      </div>
      <dl class="acts">
        {!isOver && !isKnown && (
          <Act
            label={words.acknowledge}
            about={words.acknowledgeAbout}
            act={doing("control/acknowledge", signed)}
          />
        )}
        {!isOver && (
          <Act
            label={words.silence}
            about={words.silenceAbout}
            act={doing("control/silences", (author) => ({
              ...{ alert, author, because: because.trim() },
              ...(span === otherEnd && growth ? { untilGrows: `${growth.percent}%` } : { for: span }),
            }))}
          />
        )}
        {!isOver && <Act label={words.end} about={words.endAbout} act={doing("control/resolve", signed)} />}
        <Worths rated={rated} give={rating} />
      </dl>
    </section>
  );
}

interface WorthsProps {
  readonly rated: AlertAnswer["rated"];
  /** @param about id of the alert that was named before */
  give(worth: Worth, about?: string): () => Promise<string>;
}

function Worths({ rated, give }: WorthsProps) {
  const words = useWords(alertWords);
  return (
    <>
      <Act label={words.useful} about={words.usefulAbout} act={give("useful")} />
      <Act label={words.notUseful} about={words.notUsefulAbout} act={give("not-useful")} />
      {rated && (
        <Act label={words.takeBack} about={words.takeBackAbout} act={give("taken-back", rated.alert)} />
      )}
    </>
  );
}

interface ActProps {
  readonly label: string;
  readonly about: string;
  act(): Promise<string>;
}

function Act({ label, about, act }: ActProps) {
  return (
    <div>
      <dt>
        <Action label={label} act={act} />
      </dt>
      <dd>{about}</dd>
    </div>
  );
}

export const alertView: View = {
  path: "alert",
  words: alertWords,
  inMenu: false,
  Page: AlertView,
};
