/**
 * What the page shows of its calls: an answer that is read or why there is none, and buttons that act on the monitor and
 * say what became of it.
 */
import type { ComponentChildren } from "preact";
import { useEffect, useRef, useState } from "preact/hooks";
import { answerIn, type CallError, type CallState, callErrorOf } from "../state/calls.ts";
import { useTold, useWords } from "../state/reader.ts";
import { useMayAct } from "../state/session.ts";
import { partWords } from "./words.ts";
import "./answered.css";

interface AnsweredProps<Answer> {
  readonly of: CallState<Answer>;
  children(answer: Answer): ComponentChildren;
}

/** Shows the answer before, marked as busy, while a newer one is read. */
export function WhenAnswered<Answer>({ of, children }: AnsweredProps<Answer>) {
  const said = useWords(partWords);
  if (of.state === "failed") return <Failed error={of.error} />;
  const answer = answerIn(of);
  if (answer === undefined)
    return (
      <p class="quiet" role="status">
        {said.asking}
      </p>
    );
  return <div aria-busy={of.state === "asking"}>{children(answer)}</div>;
}

/** Why a call failed, in words; what the monitor itself said of it stands behind them. */
export function Failed({ error }: { readonly error: CallError }) {
  const said = useWords(partWords).failed;
  const told = useTold();
  const why =
    { 0: said.unreachable, 401: said.needsToken, 403: said.mayNot, 404: said.unknown }[error.status] ??
    said.other;
  return (
    <p class="failed" role="alert">
      {why} {error.status !== 0 && error.status !== 401 && <span class="quiet">{told(error.message)}</span>}
    </p>
  );
}

interface ActionProps {
  readonly label: string;
  /** What the label alone does not say to one who hears the page, such as which alert it is about. */
  readonly about?: string;
  /** Does it; resolves with what to say of it, or nothing. Rejects with a CallError. */
  act(): Promise<string | undefined>;
}

type Became =
  | { readonly state: "acting" }
  | { readonly state: "done"; readonly text: string }
  | { readonly state: "failed"; readonly error: CallError };

export function Action({ label, about, act }: ActionProps) {
  const [became, setBecame] = useState<Became>();
  const said = useWords(partWords);
  if (!useMayAct()) return null;
  const begin = () => {
    setBecame({ state: "acting" });
    act().then(
      (text) => setBecame({ state: "done", text: text ?? said.done }),
      (error: unknown) => setBecame({ state: "failed", error: callErrorOf(error) }),
    );
  };
  return (
    <span class="action">
      <button
        type="button"
        disabled={became?.state === "acting"}
        aria-label={about && `${label}: ${about}`}
        onClick={begin}
      >
        {label}
      </button>
      {became?.state === "done" && (
        <span class="said" role="status">
          {became.text}
        </span>
      )}
      {became?.state === "failed" && <Failed error={became.error} />}
    </span>
  );
}

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
  const said = useWords(partWords);
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
