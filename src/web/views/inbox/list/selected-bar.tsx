/** What can be done with the selected alerts, at the bottom of the window. */
import { useEffect, useRef, useState } from "preact/hooks";
import { mostAnswered } from "../../../../model/page/many-answers.ts";
import { SpanField, usualSpan } from "../../../parts/fields.tsx";
import type { Answer } from "../../../shell/undo-queue.ts";
import { useWords } from "../../../state/reader.ts";
import { words } from "../words.ts";

interface SilenceTerms {
  readonly because: string;
  readonly for: string;
}

interface SelectedBarProps {
  readonly count: number;
  give(answer: Answer, terms?: SilenceTerms): void;
  selectNone(): void;
}

export function SelectedBar({ count, give, selectNone }: SelectedBarProps) {
  const said = useWords(words);
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
  const said = useWords(words);
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
      <label class="because">
        {said.because}
        <input
          ref={reason}
          value={because}
          autocomplete="off"
          maxLength={500}
          required
          pattern=".*\S.*"
          onInput={({ currentTarget }) => setBecause(currentTarget.value)}
        />
      </label>
      <button type="submit">{said.silence}</button>
      <button type="button" onClick={cancel}>
        {said.cancel}
      </button>
      <p class="quiet">{said.silenceAbout}</p>
    </form>
  );
}
