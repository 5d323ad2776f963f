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
  const words = useWords(inboxWords);
  const [isSilencing, setSilencing] = useState(false);
  if (count === 0) return null;
  return (
    <section class="selected-bar" aria-label={words.selection}>
      <p>
        <strong role="status">{words.selected(count)}</strong>{" "}
        {count > mostAnswered && <span>{words.mostSelected(mostAnswered)}</span>}
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
            {words.acknowledge}
          </button>
          <button type="button" onClick={() => setSilencing(true)}>
            {words.silence}…
          </button>
          <button type="button" onClick={() => give("resolve")}>
            {words.end}
          </button>
          <button type="button" aria-keyshortcuts="u" onClick={() => give("useful")}>
            {words.useful}
          </button>
          <button type="button" aria-keyshortcuts="n" onClick={() => give("not-useful")}>
            {words.notUseful}
          </button>
          <button type="button" class="plain" aria-keyshortcuts="Escape" onClick={selectNone}>
            {words.selectNone}
          </button>
        </p>
      )}
    </section>
  );
}

function SilenceForm({ give, cancel }: { give(terms: SilenceTerms): void; cancel(): void }) {
  const words = useWords(inboxWords);
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
        label={words.because}
        field={reason}
        value={because}
        autocomplete="off"
        maxLength={500}
        required
        pattern=".*\S.*"
        change={setBecause}
      />
      <button type="submit">{words.silence}</button>
      <button type="button" onClick={cancel}>
        {words.cancel}
      </button>
      <p class="quiet">{words.silenceAbout}</p>
    </form>
  );
}
