/** The rule bench: one rule is written or changed, checked as it is typed, tried, and saved into its file. */
/// <reference lib="dom" />
import { useEffect, useState } from "preact/hooks";
import type { BenchRuleAnswer, BenchRulesAnswer, BenchWordsAnswer } from "../../../model/page/bench.ts";
import { Answered } from "../../parts/answered.tsx";
import { useRuleName } from "../../parts/rule-name.tsx";
import { link } from "../../shell/address.ts";
import { useAnswer } from "../../shell/calls.ts";
import { useLanguage, useWords } from "../../shell/language.tsx";
import type { View, ViewProps } from "../view.ts";
import "./bench.css";
import { Editor } from "./editor.tsx";
import { Findings } from "./findings.tsx";
import { Keep } from "./keep.tsx";
import { type JsonSchema, ruleSchema } from "./schema.ts";
import { Trial } from "./trial.tsx";
import { useCheck } from "./use-check.ts";
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
