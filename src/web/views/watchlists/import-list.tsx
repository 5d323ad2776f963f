/** The form by which a list takes a broker's file or codes from anywhere: what it would do is shown before it does it. */
import { useRef, useState } from "preact/hooks";
import { importRemarks, importSections } from "../../../model/imported.ts";
import type { ImportAnswer, ImportAsked, WatchlistEdit } from "../../../model/page/watchlists.ts";
import { Failed } from "../../parts/answered.tsx";
import { act, type CallError, callErrorOf } from "../../state/calls.ts";
import { useLanguage, useTranslated, useWords } from "../../state/reader.ts";
import { watchlistsWords } from "./words.ts";

interface ImportListProps {
  readonly list: string;
  /** Resolves with whether it was taken. */
  edit(hash: string, change: WatchlistEdit): Promise<boolean>;
}

type Planned = { readonly answer: ImportAnswer } | { readonly error: CallError };

export function ImportList({ list, edit }: ImportListProps) {
  const words = useWords(watchlistsWords);
  const [planned, setPlanned] = useState<Planned>();
  const [text, setText] = useState("");
  const [isOver, setIsOver] = useState(false);
  // What was read last counts, should an earlier file be answered later.
  const reads = useRef(0);
  const read = async (file: Blob) => {
    reads.current += 1;
    const own = reads.current;
    const next = await planOf(list, file);
    if (own === reads.current) setPlanned(next);
  };
  const leave = () => {
    reads.current += 1;
    setPlanned(undefined);
  };
  return (
    <form
      aria-label={words.importList}
      class={isOver ? "importing over" : "importing"}
      onSubmit={(event) => {
        event.preventDefault();
        void read(new Blob([text]));
      }}
      onDragOver={(event) => {
        event.preventDefault();
        setIsOver(true);
      }}
      onDragLeave={() => setIsOver(false)}
      onDrop={(event) => {
        event.preventDefault();
        setIsOver(false);
        const [file] = event.dataTransfer?.files ?? [];
        if (file !== undefined) void read(file);
      }}
    >
      <h3>{words.importList}</h3>
      <label>
        {words.importFile}
        <input
          type="file"
          onChange={({ currentTarget: field }) => {
            const [file] = field.files ?? [];
            // The same file may be chosen again, once it is another one.
            if (file !== undefined) void read(file).then(() => (field.value = ""));
          }}
        />
      </label>
      <label>
        {words.importText}
        <textarea rows={2} value={text} onInput={({ currentTarget }) => setText(currentTarget.value)} />
      </label>
      <button type="submit">{words.importShow}</button>
      {planned && "error" in planned && <Failed error={planned.error} />}
      {planned && "answer" in planned && <Plan answer={planned.answer} edit={edit} leave={leave} />}
    </form>
  );
}

async function planOf(list: string, file: Blob): Promise<Planned> {
  try {
    const body: ImportAsked = { list, file: await inBase64(file) };
    return { answer: await act<ImportAnswer>("api/watchlists/plan", body) };
  } catch (error) {
    return { error: callErrorOf(error) };
  }
}

function inBase64(file: Blob): Promise<string> {
  return new Promise((resolve, reject) => {
    const reader = new FileReader();
    reader.onload = () => resolve(String(reader.result).replace(/^[^,]*,/, ""));
    reader.onerror = () => reject(reader.error);
    reader.readAsDataURL(file);
  });
}

interface PlanProps extends Pick<ImportListProps, "edit"> {
  readonly answer: ImportAnswer;
  leave(): void;
}

function Plan({ answer, edit, leave }: PlanProps) {
  const words = useWords(watchlistsWords);
  const language = useLanguage();
  const translated = useTranslated();
  if ("refused" in answer)
    return (
      <p class="failed" role="alert">
        {words.importRefused(answer.line, answer.column)} {translated(answer.refused)}
      </p>
    );
  const { plan, steps } = answer;
  return (
    <section aria-label={words.importPlan} class="plan" aria-live="polite">
      <p>{importRemarks(plan, language).join(" ")}</p>
      {importSections(plan, language).map(({ title, lines }) => (
        <div key={title}>
          <h4>{title}</h4>
          <ul>
            {lines.map((line) => (
              <li key={line}>{line}</li>
            ))}
          </ul>
        </div>
      ))}
      {steps.length === 0 ? (
        <p>{words.importNothing}</p>
      ) : (
        <button type="button" onClick={() => void edit(plan.hash, { do: "several", steps })}>
          {words.importWrite}
        </button>
      )}{" "}
      <button type="button" onClick={leave}>
        {words.cancel}
      </button>
    </section>
  );
}
