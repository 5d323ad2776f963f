/** What was just answered, at the bottom of the window: with the seconds in which it can be undone, or why it failed. */
/// <reference lib="dom" />
import { Failed } from "../../parts/answered.tsx";
import { CallError } from "../calls.ts";
import { useTold, useWords } from "../language.tsx";
import { useAnswering } from "./answers.tsx";
import "./undo-bar.css";
import { words } from "../words.ts";
import type { QueuedAnswer } from "./undo-queue.ts";

export function UndoBar() {
  const { queue } = useAnswering();
  return (
    <div class="undo-bar">
      {queue.list().map((one) => (
        <Queued key={one.id} of={one} />
      ))}
    </div>
  );
}

function Queued({ of: one }: { readonly of: QueuedAnswer }) {
  const said = useWords(words).answers;
  const { queue } = useAnswering();
  const count = one.asked.alerts.length;
  const failed = one.phase === "failed" || (one.phase === "sent" && one.answer.refused.length > 0);
  return (
    <div class="queued">
      {one.phase === "failed" ? (
        <span>
          {said.notDone[one.asked.do](count)} <Failed error={errorOf(one.error)} />
        </span>
      ) : one.phase === "sent" && failed ? (
        <Refused of={one} />
      ) : (
        <span role="status">{said.done[one.asked.do](count)}</span>
      )}{" "}
      {one.phase === "waiting" && (
        <button type="button" aria-keyshortcuts="z" onClick={() => queue.undo()}>
          {said.undo} <span aria-hidden="true">({one.secondsLeft})</span>
        </button>
      )}
      {failed && (
        <>
          <button type="button" onClick={() => queue.again(one.id)}>
            {said.again}
          </button>{" "}
          <button type="button" onClick={() => queue.dismiss(one.id)}>
            {said.close}
          </button>
        </>
      )}
    </div>
  );
}

/** Most reasons that are shown; alerts that are refused together mostly have the same one. */
const mostReasons = 3;

function Refused({ of: { asked, answer } }: { readonly of: QueuedAnswer & { readonly phase: "sent" } }) {
  const said = useWords(words).answers;
  const told = useTold();
  const { refused } = answer;
  const reasons = [...new Set(refused.map(({ error }) => told(error)))];
  return (
    <span class="failed" role="alert">
      {said.refused[asked.do](refused.length, asked.alerts.length)}{" "}
      <span class="quiet">
        {reasons.slice(0, mostReasons).join(" / ")}
        {reasons.length > mostReasons && " …"}
      </span>
    </span>
  );
}

function errorOf(error: unknown): CallError {
  return error instanceof CallError ? error : new CallError(-1, String(error));
}
