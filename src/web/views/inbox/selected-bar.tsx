/** What can be done with the selected alerts, at the bottom of the window. */
import { useEffect, useRef, useState } from "preact/hooks";
import { mostAnswered } from "../../../model/page/alerts.ts";
import { SpanField, TextField, usualSpan } from "../../parts/fields.tsx";
import type { AnswerKind } from "../../shell/undo-queue.ts";
import { useWords } from "../../state/reader.ts";
import { inboxWords } from "./words.ts";

interface SilenceTerms {
  readonly because: string;
  readonly for: string;
}

interface SelectedBarProps {
  readonly count: number;
  give(answer: AnswerKind, terms?: SilenceTerms): void;
  selectNone(): void;
}

export function SelectedBar({ count, give, selectNone }: SelectedBarProps) {
  const said = useWords(inboxWords);
  const [isSilencing, setSilencing] = useState(false);
  if (count === 0) return null;
  return (
    <section class="selected-bar" aria-label={said.selection}>
      <p>
        <strong role="status">{said.selected(count)}</strong>{" "}
        {count > mostAnswered && <span>{said.mostSelected(mostAnswered)}</span>}
      </p>
      {isSilencing ? (
        <SilenceForm
          give={(fields) => {
            setSilencing(false);
            give("silence", fields);
          }}
          cancel={() => setSilencing(false)}
        />
      ) : (
        <p class="buttons">
          <button type="button" aria-keyshortcuts="a" onClick={() => give("acknowledge")}>
            {said.acknowledge}
          </button>
          <button type="button" onClick={() => setSilencing(true)}>
            {said.silence}…
          </button>
          <button type="button" onClick={() => give("resolve")}>
            {said.end}
          </button>
          <button type="button" class="plain" aria-keyshortcuts="Escape" onClick={selectNone}>
            {said.selectNone}
          </button>
        </p>
      )}
    </section>
  );
}

function SilenceForm({ give, cancel }: { give(terms: SilenceTerms): void; cancel(): void }) {
  const said = useWords(inboxWords);
  const [span, setSpan] = useState(usualSpan);
  const [because, setBecause] = useState("");
  const reason = useRef<HTMLInputElement>(null);
  useEffect(() => reason.current?.focus(), []);
  const submit = (event: Event) => {
    event.preventDefault();
    give({ because: because.trim(), for: span });
  };
  return (
    <form onSubmit={submit} onKeyDown={({ key }) => key === "Escape" && cancel()}>
      <SpanField value={span} change={setSpan} />
      <TextField
        class="because"
        label={said.because}
        field={reason}
        value={because}
        autocomplete="off"
        maxLength={500}
        required
        pattern=".*\S.*"
        change={setBecause}
      />
      <button type="submit">{said.silence}</button>
      <button type="button" onClick={cancel}>
        {said.cancel}
      </button>
      <p class="quiet">{said.silenceAbout}</p>
    </form>
  );
}
