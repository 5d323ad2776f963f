/** The rule bench: one rule is written or changed, checked as it is typed, tried, and saved into its file. */
import { useEffect, useState } from "preact/hooks";
import type {
  BenchProblem,
  BenchRuleAnswer,
  BenchRulesAnswer,
  BenchWordsAnswer,
} from "../../../model/page/bench.ts";
import { Answered, Failed } from "../../parts/answered.tsx";
import { useRuleName } from "../../parts/names.tsx";
import { link } from "../../state/address.ts";
import { useAnswer } from "../../state/calls.ts";
import { useLanguage, useTold, useWords } from "../../state/reader.ts";
import type { View, ViewProps } from "../view.ts";
import { offsetOf } from "./marks.ts";
import "./bench.css";
import { Editor, fieldId } from "./editor.tsx";
import { Keep } from "./keep.tsx";
import { type JsonSchema, ruleSchema } from "./schema.ts";
import { Trial } from "./trial.tsx";
import { type Checked, useCheck } from "./use-check.ts";
import { words } from "./words.ts";

/** Texts that were changed and not saved, by the name of the rule, as long as the page is open. */
const drafts = new Map<string, string>();

function Bench({ rest: [name] }: ViewProps) {
  const said = useWords(words);
  const language = useLanguage();
  const [version, setVersion] = useState(0);
  const [note, setNote] = useState("");
  const ruleName = useRuleName();
  const rules = useAnswer<BenchRulesAnswer>("api/bench/rules", {}, version);
  const saved = (text: string) => {
    setNote(text);
    setVersion((last) => last + 1);
  };
  return (
    <>
      <h2>{bench.title[language]}</h2>
      <Answered of={rules}>
        {({ rules: all, files, more }) => (
          <>
            <label class="picking">
              {said.rule}{" "}
              <select
                value={name ?? ""}
                onChange={({ currentTarget: { value } }) => {
                  location.hash = link("bench", value === "" ? [] : [value]);
                }}
              >
                <option value="">{said.newRule}</option>
                {files.map((file) => (
                  <optgroup key={file} label={file}>
                    {all
                      .filter((rule) => rule.file === file)
                      .map((rule) => (
                        <option key={rule.name} value={rule.name}>
                          {optionOf(rule.name, ruleName)}
                        </option>
                      ))}
                  </optgroup>
                ))}
              </select>
            </label>
            <p role="status" class="said">
              {note}
            </p>
            {more > 0 && <p class="quiet">{said.more(more)}</p>}
            {name === undefined || name === "" ? (
              <Work key="" rule={undefined} files={files} saved={saved} />
            ) : (
              <Opened key={name} name={name} files={files} saved={saved} />
            )}
          </>
        )}
      </Answered>
    </>
  );
}

/** A choice has text alone: both names stand in it. */
function optionOf(rule: string, named: (rule: string) => string): string {
  return named(rule) === rule ? rule : `${named(rule)} (${rule})`;
}

interface OpenedProps {
  readonly name: string;
  readonly files: readonly string[];
  /** Told what to say of it. */
  saved(text: string): void;
}

function Opened({ name, files, saved }: OpenedProps) {
  const [version, setVersion] = useState(0);
  const rule = useAnswer<BenchRuleAnswer>("api/bench/rule", { name }, version);
  const again = (text: string) => {
    setVersion((last) => last + 1);
    saved(text);
  };
  return <Answered of={rule}>{(found) => <Work rule={found} files={files} saved={again} />}</Answered>;
}

interface WorkProps {
  /** Undefined: a new rule. */
  readonly rule: BenchRuleAnswer | undefined;
  readonly files: readonly string[];
  /** Told what to say of it. */
  saved(text: string): void;
}

function Work({ rule, files, saved }: WorkProps) {
  const said = useWords(words);
  const own = rule?.text ?? said.firstText;
  const key = rule?.name ?? "";
  const [text, setText] = useState(drafts.get(key) ?? own);
  const schema = useAnswer<JsonSchema>("schema/rules.json");
  const names = useAnswer<BenchWordsAnswer>("api/bench/words");
  const checked = useCheck(text, rule?.name);
  const { answer } = checked;
  const problems = answer?.problems ?? [];
  const isGood =
    checked.isCurrent && answer !== undefined && problems.every(({ severity }) => severity !== undefined);
  const change = (next: string) => {
    if (next === own) drafts.delete(key);
    else drafts.set(key, next);
    setText(next);
  };
  // A file that was saved elsewhere gives the text of what was not changed here.
  useEffect(() => {
    if (!drafts.has(key)) setText(own);
  }, [own]);
  const known =
    schema.state === "answered" && names.state === "answered"
      ? { ...names.answer, schema: ruleSchema(schema.answer), fields: answer?.fields ?? [] }
      : undefined;
  return (
    <div class="bench">
      <div>
        <Editor text={text} problems={problems} known={known} change={change} />
        <p class="quiet hint">{said.hint}</p>
        <Keep
          {...{ text, rule, files, isGood, isChanged: text !== own }}
          reset={() => change(own)}
          saved={({ name, file }) => {
            drafts.delete(key);
            saved(said.saved(file));
            if (name !== rule?.name) location.hash = link("bench", [name]);
          }}
        />
        <Findings checked={checked} text={text} />
      </div>
      <Trial text={text} rule={rule?.name} isGood={isGood} />
    </div>
  );
}

export const bench: View = {
  path: "bench",
  title: { en: "Rule bench", ja: "ルール作成" },
  inMenu: true,
  Page: Bench,
};

// What the check says of the text: mistakes that lead to their place, and whether the rule's examples hold.
//

function Findings({ checked, text }: { readonly checked: Checked; readonly text: string }) {
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
