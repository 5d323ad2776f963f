/**
 * What the page shows of its calls: an answer that is read or why there is none, and buttons that act on the monitor and
 * say what became of it.
 */
import type { ComponentChildren } from "preact";
import { useEffect, useRef, useState } from "preact/hooks";
import type { TryAnswer } from "../../model/page/bench.ts";
import { answerIn, type CallError, type CallState, callErrorOf } from "../state/calls.ts";
import { useMayAct, useTranslated, useWords } from "../state/reader.ts";
import { partWords } from "./words.ts";
import "./answered.css";

interface AnsweredProps<Answer> {
  readonly of: CallState<Answer>;
  children(answer: Answer): ComponentChildren;
}

/** Shows the answer before, marked as busy, while a newer one is read. */
export function WhenAnswered<Answer>({ of, children }: AnsweredProps<Answer>) {
  const words = useWords(partWords);
  if (of.state === "failed") return <Failed error={of.error} />;
  const answer = answerIn(of);
  if (answer === undefined)
    return (
      <p class="quiet" role="status">
        {words.asking}
      </p>
    );
  return <div aria-busy={of.state === "asking"}>{children(answer)}</div>;
}

/** Why a call failed, in words; what the monitor itself said of it stands behind them. */
export function Failed({ error }: { readonly error: CallError }) {
  const words = useWords(partWords).failed;
  const translated = useTranslated();
  const why =
    { 0: words.unreachable, 401: words.needsToken, 403: words.mayNot, 404: words.unknown }[error.status] ??
    words.other;
  return (
    <p class="failed" role="alert">
      {why}{" "}
      {error.status !== 0 && error.status !== 401 && <span class="quiet">{translated(error.message)}</span>}
    </p>
  );
}

interface TrialFailedProps {
  readonly answer: TryAnswer<unknown> | undefined;
  readonly error: CallError | undefined;
}

/** Why something that takes a while has no result; nothing where it has, or may have one. */
export function TrialFailed({ answer, error }: TrialFailedProps) {
  const translated = useTranslated();
  if (error !== undefined) return <Failed error={error} />;
  if (answer?.state !== "refused") return null;
  return (
    <p class="failed" role="alert">
      {translated(answer.message)}
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
  const words = useWords(partWords);
  if (!useMayAct()) return null;
  const begin = () => {
    setBecame({ state: "acting" });
    act().then(
      (text) => setBecame({ state: "done", text: text ?? words.done }),
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

interface AskedActionProps extends ActionProps {
  /** What follows from it, as a question. */
  readonly question: string;
}

export function AskedAction({ label, question, about, act }: AskedActionProps) {
  const [isAsked, setIsAsked] = useState(false);
  const asking = useRef<HTMLSpanElement>(null);
  const words = useWords(partWords);
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
        {words.no}
      </button>
    </span>
  );
}
