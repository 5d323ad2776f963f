/** What is done with a text: saved into its file, copied, or given up. */
import { useState } from "preact/hooks";
import type { BenchRuleAnswer, BenchSaveAnswer, BenchSaveAsked } from "../../../model/page/bench.ts";
import { Action } from "../../parts/answered.tsx";
import { act } from "../../state/calls.ts";
import { useWords } from "../../state/reader.ts";
import { useMayAct } from "../../state/session.ts";
import { fieldId } from "./editor.tsx";
import { words } from "./words.ts";

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

export function Keep({ text, rule, files, isGood, isChanged, reset, saved }: KeepProps) {
  const said = useWords(words);
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
          {said.file}{" "}
          <select value={picked} onChange={(event) => setPicked(event.currentTarget.value)}>
            {[...new Set([ownFile, ...files])].map((one) => (
              <option key={one}>{one}</option>
            ))}
          </select>
        </label>
      )}
      {isGood && (isChanged || rule === undefined) && (
        <Action label={rule ? said.saveInto(file) : said.save} act={save} />
      )}
      <button
        type="button"
        onClick={() => copy(text).then((ok) => setCopied(ok ? said.copied : said.notCopied))}
      >
        {said.copy}
      </button>
      {isChanged && (
        <button type="button" onClick={reset}>
          {said.reset}
        </button>
      )}
      <span role="status">{copied || (isChanged ? said.unsaved : "")}</span>
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
