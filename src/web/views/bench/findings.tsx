/** What the monitor finds in a text while it is typed: mistakes that lead to their place, and what its examples say. */
import { useEffect, useRef, useState } from "preact/hooks";
import type { BenchCheckAnswer, BenchProblem } from "../../../model/page/bench.ts";
import { Failed } from "../../parts/answered.tsx";
import { act, CallError } from "../../state/calls.ts";
import { useTranslated, useWords } from "../../state/reader.ts";
import { fieldId } from "./editor.tsx";
import { benchWords } from "./words.ts";

/** Quiet after a key before the text is checked. */
const quietMs = 250;

interface CheckedText {
  /** The newest answer, of the text before while a newer one is checked. */
  readonly answer: BenchCheckAnswer | undefined;
  /** The answer is of the text as it is. */
  readonly isCurrent: boolean;
  readonly error: CallError | undefined;
}

interface Known {
  readonly answer?: BenchCheckAnswer;
  readonly of?: string;
  readonly error?: CallError;
}

/** Checks a text while it is typed: one question at a time, the newest text next. */
export function useCheck(text: string | undefined, rule: string | undefined): CheckedText {
  const [known, setKnown] = useState<Known>({});
  const asking = useRef(false);
  const [turn, setTurn] = useState(0);
  const question = text === undefined ? undefined : JSON.stringify([rule, text]);
  useEffect(() => {
    if (text === undefined || known.of === question || asking.current) return;
    const timer = setTimeout(() => {
      asking.current = true;
      const body = { text, ...(rule !== undefined && { rule }) };
      act<BenchCheckAnswer>("api/bench/check", body)
        .then(
          (answer) => setKnown({ answer, of: question ?? "" }),
          (error: unknown) => setKnown({ of: question ?? "", ...(error instanceof CallError && { error }) }),
        )
        .finally(() => {
          asking.current = false;
          setTurn((last) => last + 1);
        });
    }, quietMs);
    return () => clearTimeout(timer);
  }, [question, known.of, turn]);
  return { answer: known.answer, isCurrent: known.of === question, error: known.error };
}

export function BenchFindings({ checked, text }: { readonly checked: CheckedText; readonly text: string }) {
  const words = useWords(benchWords);
  const translated = useTranslated();
  const { answer, error, isCurrent } = checked;
  const { problems = [], elsewhere = [], examples = [] } = answer ?? {};
  const failing = examples.filter(({ ok }) => !ok);
  // A warning about an example says what was expected of it, in the reader's language.
  const expectedAt = (one: BenchProblem) =>
    one.severity === "warning" ? failing.find(({ line }) => line === one.line)?.expected : undefined;
  return (
    <section id="bench-problems" aria-label={words.problems} aria-live="polite" class="findings">
      {error && <Failed error={error} />}
      {!error && !isCurrent && <p class="quiet">{words.checking}</p>}
      {isCurrent && answer && problems.length === 0 && <p class="live">{words.good}</p>}
      <ul>
        {problems.map((problem) => (
          <li key={`${problem.line}:${problem.column}:${problem.message}`}>
            <button type="button" onClick={() => goTo(text, problem)}>
              {words.place(problem.line, problem.column)}
            </button>{" "}
            <Mistake problem={problem} expected={expectedAt(problem)} />
            {problem.suggestion !== undefined && <span> – {translated(problem.suggestion)}</span>}
          </li>
        ))}
      </ul>
      {isCurrent && answer && problems.length === 0 && (
        <p class="quiet">{words.examples(examples.length - failing.length, examples.length)}</p>
      )}
      {elsewhere.length > 0 && (
        <details>
          <summary class="failed">{`${words.elsewhere}: ${elsewhere.length}`}</summary>
          <ul>
            {elsewhere.map(({ file, line, column, message }) => (
              <li key={`${file}:${line}:${column}:${message}`}>
                {file}:{line}:{column}: {translated(message)}
              </li>
            ))}
          </ul>
        </details>
      )}
    </section>
  );
}

interface MistakeProps {
  readonly problem: BenchProblem;
  /** What an example that does not hold says. */
  readonly expected: "fires" | "silent" | undefined;
}

function Mistake({ problem: { severity, message }, expected }: MistakeProps) {
  const words = useWords(benchWords);
  const translated = useTranslated();
  if (expected !== undefined) return <span class="warning">{words.failing(expected)}</span>;
  return (
    <span class={severity === "warning" ? "warning" : "failed"}>
      {severity === "warning" && `${words.warning}: `}
      {translated(message)}
    </span>
  );
}

function goTo(text: string, problem: BenchProblem): void {
  const field = document.getElementById(fieldId);
  if (!(field instanceof HTMLTextAreaElement)) return;
  const at = offsetOf(text, problem);
  field.focus();
  field.setSelectionRange(at, at + (/^[\w.]+/.exec(text.slice(at))?.[0].length ?? 1));
}

/** Offset of a place in a text. */
function offsetOf(text: string, { line, column }: Pick<BenchProblem, "line" | "column">): number {
  const lines = text.split("\n");
  const before = lines.slice(0, line - 1).reduce((sum, one) => sum + one.length + 1, 0);
  return Math.min(text.length, before + Math.min(column - 1, lines[line - 1]?.length ?? 0));
}
