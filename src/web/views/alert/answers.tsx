/** The answers that a reader may give to an open alert: they know of it, want it quiet, or end it. */
import { useState } from "preact/hooks";
import { Action } from "../../parts/answered.tsx";
import { SpanField, usualSpan } from "../../parts/fields.tsx";
import { useName } from "../../shell/name.tsx";
import { act } from "../../state/calls.ts";
import { useWords } from "../../state/reader.ts";
import { useMayAct } from "../../state/session.ts";
import { words } from "./words.ts";

interface Done {
  readonly already: boolean;
}

interface AnswersProps {
  /** Id of an alert of the open episode. */
  readonly alert: string;
  readonly isKnown: boolean;
  /** Called once something was done. */
  changed(): void;
}

export function Answers({ alert, isKnown, changed }: AnswersProps) {
  const said = useWords(words);
  const { nameFor } = useName();
  const [because, setBecause] = useState("");
  const [span, setSpan] = useState(usualSpan);
  if (!useMayAct()) return null;
  const reason = because.trim() === "" ? {} : { because: because.trim() };
  const doing = (path: string, bodyOf: (name: string) => object) => async () => {
    const name = await nameFor();
    if (name === undefined) return "";
    const { already } = await act<Done>(path, bodyOf(name));
    changed();
    return already ? said.already : said.done;
  };
  return (
    <section class="answers" aria-label={said.answer}>
      <h3>{said.answer}</h3>
      <div class="fields">
        <SpanField value={span} change={setSpan} />
        <label class="because">
          {said.because}
          <input
            value={because}
            autocomplete="off"
            maxLength={500}
            onInput={({ currentTarget }) => setBecause(currentTarget.value)}
          />
        </label>
      </div>
      <dl class="acts">
        {!isKnown && (
          <div>
            <dt>
              <Action
                label={said.acknowledge}
                act={doing("control/acknowledge", (by) => ({ alert, by, ...reason }))}
              />
            </dt>
            <dd>{said.acknowledgeAbout}</dd>
          </div>
        )}
        <div>
          <dt>
            <Action
              label={said.silence}
              act={doing("control/silences", (author) => ({
                ...{ alert, for: span, author, because: because.trim() },
              }))}
            />
          </dt>
          <dd>{said.silenceAbout}</dd>
        </div>
        <div>
          <dt>
            <Action label={said.end} act={doing("control/resolve", (by) => ({ alert, by, ...reason }))} />
          </dt>
          <dd>{said.endAbout}</dd>
        </div>
      </dl>
    </section>
  );
}
