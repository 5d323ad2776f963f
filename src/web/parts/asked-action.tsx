/** An act that cannot be taken back: the button asks first, where it stands, and only the answer acts. */
/// <reference lib="dom" />
import { useEffect, useRef, useState } from "preact/hooks";
import { useWords } from "../shell/language.tsx";
import { useMayAct } from "../shell/session.ts";
import { Action } from "./action.tsx";
import "./asked-action.css";

interface AskedActionProps {
  readonly label: string;
  /** What follows from it, as a question. */
  readonly question: string;
  /** What the label alone does not say to one who hears the page. */
  readonly about?: string;
  /** Resolves with what to say of it, or nothing. Rejects with a CallError. */
  act(): Promise<string | undefined>;
}

export function AskedAction({ label, question, about, act }: AskedActionProps) {
  const [isAsked, setIsAsked] = useState(false);
  const asking = useRef<HTMLSpanElement>(null);
  const said = useWords(words);
  useEffect(() => {
    if (isAsked) asking.current?.querySelector("button")?.focus();
  }, [isAsked]);
  if (!useMayAct()) return null;
  if (!isAsked)
    return (
      <button
        type="button"
        aria-label={about === undefined ? undefined : `${label}: ${about}`}
        onClick={() => setIsAsked(true)}
      >
        {label}
      </button>
    );
  return (
    // biome-ignore lint/a11y/useSemanticElements: a fieldset cannot stand within a line of text
    <span class="asked" role="group" aria-label={question} ref={asking}>
      <span>{question}</span> <Action label={label} {...(about !== undefined && { about })} act={act} />{" "}
      <button type="button" onClick={() => setIsAsked(false)}>
        {said.no}
      </button>
    </span>
  );
}

const en = { no: "Leave it" };
const words: Record<"en" | "ja", typeof en> = { en, ja: { no: "やめる" } };
