/** The frame around what was asked of the monitor: being read, read, or why not. */
import type { ComponentChildren } from "preact";
import type { Answered as AnsweredState, CallError } from "../shell/calls.ts";
import { useTold, useWords } from "../shell/language.tsx";
import { words } from "./words.ts";

interface AnsweredProps<Answer> {
  readonly of: AnsweredState<Answer>;
  children(answer: Answer): ComponentChildren;
}

/** Shows the answer before, marked as busy, while a newer one is read. */
export function Answered<Answer>({ of, children }: AnsweredProps<Answer>) {
  const said = useWords(words);
  if (of.state === "failed") return <Failed error={of.error} />;
  const answer = of.state === "answered" ? of.answer : of.before;
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
  const said = useWords(words).failed;
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
