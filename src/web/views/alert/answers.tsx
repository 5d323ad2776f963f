/** The answers that a reader may give to an open alert: they know of it, want it quiet, or end it. */
import { useState } from "preact/hooks";
import { Action } from "../../parts/answered.tsx";
import { SpanField, TextField, usualSpan } from "../../parts/fields.tsx";
import { useName } from "../../shell/name.tsx";
import { act } from "../../state/calls.ts";
import { useWords } from "../../state/reader.ts";
import { useMayAct } from "../../state/session.ts";
import { alertWords } from "./words.ts";

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

export function AlertAnswers({ alert, isKnown, changed }: AnswersProps) {
  const said = useWords(alertWords);
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
        <TextField
          class="because"
          label={said.because}
          value={because}
          autocomplete="off"
          maxLength={500}
          change={setBecause}
        />
      </div>
      <dl class="acts">
        {!isKnown && (
          <Act
            label={said.acknowledge}
            about={said.acknowledgeAbout}
            act={doing("control/acknowledge", (by) => ({ alert, by, ...reason }))}
          />
        )}
        <Act
          label={said.silence}
          about={said.silenceAbout}
          act={doing("control/silences", (author) => ({ alert, for: span, author, because: because.trim() }))}
        />
        <Act
          label={said.end}
          about={said.endAbout}
          act={doing("control/resolve", (by) => ({ alert, by, ...reason }))}
        />
      </dl>
    </section>
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
