/** The answers that a reader may give to an open alert: they know of it, want it quiet, or end it. */
/// <reference lib="dom" />
import { useState } from "preact/hooks";
import { Action } from "../../parts/action.tsx";
import { act } from "../../shell/calls.ts";
import { useWords } from "../../shell/language.tsx";
import { useMayAct } from "../../shell/session.ts";
import { rememberedName, rememberName, signature } from "../../shell/signature.ts";
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
  const [name, setName] = useState(rememberedName);
  const [because, setBecause] = useState("");
  const [span, setSpan] = useState("3h");
  if (!useMayAct()) return null;
  const reason = because.trim() === "" ? {} : { because: because.trim() };
  const doing = (path: string, body: object) => async () => {
    const { already } = await act<Done>(path, body);
    changed();
    return already ? said.already : said.done;
  };
  return (
    <section class="answers" aria-label={said.answer}>
      <h3>{said.answer}</h3>
      <div class="fields">
        <label>
          {said.name}
          <input
            value={name}
            autocomplete="off"
            maxLength={60}
            onInput={({ currentTarget }) => {
              setName(currentTarget.value);
              rememberName(currentTarget.value);
            }}
          />
        </label>
        <label>
          {said.howLong}
          <select value={span} onChange={({ currentTarget }) => setSpan(currentTarget.value)}>
            {Object.entries(said.spans).map(([value, shown]) => (
              <option key={value} value={value}>
                {shown}
              </option>
            ))}
          </select>
        </label>
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
                act={() => doing("control/acknowledge", { alert, by: signature(), ...reason })()}
              />
            </dt>
            <dd>{said.acknowledgeAbout}</dd>
          </div>
        )}
        <div>
          <dt>
            <Action
              label={said.silence}
              act={() =>
                doing("control/silences", {
                  ...{ alert, for: span, author: signature(), because: because.trim() },
                })()
              }
            />
          </dt>
          <dd>{said.silenceAbout}</dd>
        </div>
        <div>
          <dt>
            <Action
              label={said.end}
              act={() => doing("control/resolve", { alert, by: signature(), ...reason })()}
            />
          </dt>
          <dd>{said.endAbout}</dd>
        </div>
      </dl>
    </section>
  );
}
