/** The rule bench: one rule is written or changed, checked as it is typed, tried, and saved into its file. */
import { useEffect, useState } from "preact/hooks";
import type {
  BenchRuleAnswer,
  BenchRulesAnswer,
  BenchSaveAnswer,
  BenchSaveAsked,
  BenchWordsAnswer,
} from "../../../model/page/bench.ts";
import { Action, WhenAnswered } from "../../parts/answered.tsx";
import { useRuleName } from "../../parts/names.tsx";
import { link } from "../../state/address.ts";
import { act, useAnswer } from "../../state/calls.ts";
import { useMayAct, useWords } from "../../state/reader.ts";
import type { View, ViewProps } from "../view.ts";
import { ruleSchema, type SchemaNode } from "./completion.ts";
import { Editor, fieldId } from "./editor.tsx";
import { BenchFindings, useCheck } from "./findings.tsx";
import { TrialPanel } from "./trial.tsx";
import { benchWords } from "./words.ts";
import "./bench.css";

function Bench({ rest: [name], kept }: ViewProps) {
  const words = useWords(benchWords);
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
      <h2>{words.title}</h2>
      <WhenAnswered of={rules}>
        {({ rules: all, files, more }) => (
          <>
            <label class="picking">
              {words.rule}{" "}
              <select
                value={name ?? ""}
                onChange={({ currentTarget: { value } }) => {
                  location.hash = link("bench", value === "" ? [] : [value]);
                }}
              >
                <option value="">{words.newRule}</option>
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
            {more > 0 && <p class="quiet">{words.more(more)}</p>}
            {name === undefined || name === "" ? (
              <Work key="" rule={undefined} files={files} drafts={kept} saved={saved} />
            ) : (
              <Opened key={name} name={name} files={files} drafts={kept} saved={saved} />
            )}
          </>
        )}
      </WhenAnswered>
    </>
  );
}

/** A choice has text alone: both names stand in it. */
function optionOf(rule: string, named: (rule: string) => string): string {
  return named(rule) === rule ? rule : `${named(rule)} (${rule})`;
}

interface FilesProps {
  readonly files: readonly string[];
  /** Texts that were changed and not saved, by the name of the rule. */
  readonly drafts: Map<string, string>;
  /** Told what to say of it. */
  saved(text: string): void;
}

function Opened({ name, saved, ...own }: FilesProps & { readonly name: string }) {
  const [version, setVersion] = useState(0);
  const rule = useAnswer<BenchRuleAnswer>("api/bench/rule", { name }, version);
  const again = (text: string) => {
    setVersion((last) => last + 1);
    saved(text);
  };
  return <WhenAnswered of={rule}>{(found) => <Work {...own} rule={found} saved={again} />}</WhenAnswered>;
}

interface WorkProps extends FilesProps {
  /** Undefined: a new rule. */
  readonly rule: BenchRuleAnswer | undefined;
}

function Work({ rule, files, drafts, saved }: WorkProps) {
  const words = useWords(benchWords);
  const own = rule?.text ?? words.firstText;
  const key = rule?.name ?? "";
  const [text, setText] = useState(drafts.get(key) ?? own);
  const schema = useAnswer<SchemaNode>("schema/rules.json");
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
        <p class="quiet hint">{words.hint}</p>
        <Keep
          {...{ text, rule, files, isGood, isChanged: text !== own }}
          reset={() => change(own)}
          saved={({ name, file }) => {
            drafts.delete(key);
            saved(words.saved(file));
            if (name !== rule?.name) location.hash = link("bench", [name]);
          }}
        />
        <BenchFindings checked={checked} text={text} />
      </div>
      <TrialPanel text={text} rule={rule?.name} isGood={isGood} />
    </div>
  );
}

export const benchView: View = {
  path: "bench",
  words: benchWords,
  inMenu: true,
  Page: Bench,
};

interface KeepProps {
  readonly text: string;
  readonly rule: BenchRuleAnswer | undefined;
  readonly files: readonly string[];
  readonly isGood: boolean;
  readonly isChanged: boolean;
  reset(): void;
  saved(answer: BenchSaveAnswer): void;
}

/** File of new rules where none is picked. */
const ownFile = "page.yaml";

function Keep({ text, rule, files, isGood, isChanged, reset, saved }: KeepProps) {
  const words = useWords(benchWords);
  const mayAct = useMayAct();
  const [picked, setPicked] = useState(ownFile);
  const [copied, setCopied] = useState("");
  const file = rule?.file ?? picked;
  const save = async () => {
    const place = rule === undefined ? { file } : { rule: rule.name, hash: rule.hash };
    const answer = await act<BenchSaveAnswer>("api/bench/save", { text, ...place } satisfies BenchSaveAsked);
    saved(answer);
    return "";
  };
  return (
    <p class="keep">
      {mayAct && rule === undefined && (
        <label>
          {words.file}{" "}
          <select value={picked} onChange={(event) => setPicked(event.currentTarget.value)}>
            {[...new Set([ownFile, ...files])].map((one) => (
              <option key={one}>{one}</option>
            ))}
          </select>
        </label>
      )}
      {isGood && (isChanged || rule === undefined) && (
        <Action label={rule ? words.saveInto(file) : words.save} act={save} />
      )}
      <button
        type="button"
        onClick={() => copy(text).then((ok) => setCopied(ok ? words.copied : words.notCopied))}
      >
        {words.copy}
      </button>
      {isChanged && (
        <button type="button" onClick={reset}>
          {words.reset}
        </button>
      )}
      <span role="status">{copied || (isChanged ? words.unsaved : "")}</span>
    </p>
  );
}

/** Pages that come without TLS have no clipboard; then what is marked in the field is copied. */
async function copy(text: string): Promise<boolean> {
  try {
    await navigator.clipboard.writeText(text);
    return true;
  } catch {
    const field = document.getElementById(fieldId);
    if (!(field instanceof HTMLTextAreaElement)) return false;
    field.focus();
    field.select();
    return document.execCommand("copy");
  }
}
