/** What the check says of the text: mistakes that lead to their place, and whether the rule's examples hold. */
/// <reference lib="dom" />
import type { BenchProblem } from "../../../model/page/bench.ts";
import { Failed } from "../../parts/answered.tsx";
import { useTold, useWords } from "../../shell/language.tsx";
import { fieldId } from "./editor.tsx";
import { offsetOf } from "./marks.ts";
import type { Checked } from "./use-check.ts";
import { words } from "./words.ts";

export function Findings({ checked, text }: { readonly checked: Checked; readonly text: string }) {
  const said = useWords(words);
  const told = useTold();
  const { answer, error, isCurrent } = checked;
  const { problems = [], elsewhere = [], examples = [] } = answer ?? {};
  const failing = examples.filter(({ ok }) => !ok);
  // A warning about an example says what was expected of it, in the reader's language.
  const expectedAt = (one: BenchProblem) =>
    one.severity === "warning" ? failing.find(({ line }) => line === one.line)?.expected : undefined;
  return (
    <section id="bench-problems" aria-label={said.problems} aria-live="polite" class="findings">
      {error && <Failed error={error} />}
      {!error && !isCurrent && <p class="quiet">{said.checking}</p>}
      {isCurrent && answer && problems.length === 0 && <p class="live">{said.good}</p>}
      <ul>
        {problems.map((problem) => (
          <li key={`${problem.line}:${problem.column}:${problem.message}`}>
            <button type="button" onClick={() => goTo(text, problem)}>
              {said.place(problem.line, problem.column)}
            </button>{" "}
            <Mistake problem={problem} expected={expectedAt(problem)} />
            {problem.suggestion !== undefined && <span> – {told(problem.suggestion)}</span>}
          </li>
        ))}
      </ul>
      {isCurrent && answer && problems.length === 0 && (
        <p class="quiet">{said.examples(examples.length - failing.length, examples.length)}</p>
      )}
      {elsewhere.length > 0 && (
        <details>
          <summary class="failed">{`${said.elsewhere}: ${elsewhere.length}`}</summary>
          <ul>
            {elsewhere.map(({ file, line, column, message }) => (
              <li key={`${file}:${line}:${column}:${message}`}>
                {file}:{line}:{column}: {told(message)}
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
  const said = useWords(words);
  const told = useTold();
  if (expected !== undefined) return <span class="warning">{said.failing(expected)}</span>;
  return (
    <span class={severity === "warning" ? "warning" : "failed"}>
      {severity === "warning" && `${said.warning}: `}
      {told(message)}
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
