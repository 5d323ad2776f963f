/**
 * The answers that the reader gives to alerts: shown at once, sent after ten seconds, and until then undone by a button
 * at the bottom of the window.
 */
import { createContext } from "preact";
import { useContext, useEffect, useMemo, useState } from "preact/hooks";
import { type ManyAnswered, mostAnswered } from "../../model/page/alerts.ts";
import { Failed } from "../parts/answered.tsx";
import { act, callErrorOf } from "../state/calls.ts";
import { useTold, useWords } from "../state/reader.ts";
import type { NameAsking } from "./name.tsx";
import { type AskedAnswer, type QueuedAnswer, UndoQueue } from "./undo-queue.ts";
import { shellWords } from "./words.ts";
import "./undo-bar.css";

interface PageAnswering {
  /** Asks for the reader's name first, where none is known. At most as many alerts as one call takes. */
  give(asked: Omit<AskedAnswer, "by">): Promise<void>;
  readonly queue: Pick<UndoQueue, "list" | "shown" | "undo" | "again" | "dismiss">;
}

const nothing = new UndoQueue({ after: () => () => {}, send: () => Promise.reject(), changed: () => {} });

export const AnsweringContext = createContext<PageAnswering>({ give: async () => {}, queue: nothing });

export function useAnswering(): PageAnswering {
  return useContext(AnsweringContext);
}

const path = "control/alerts/answer";

/** The page's own answers; whatever waits is sent at once where the page is left or hidden. */
export function useOwnAnswering({ nameFor }: NameAsking): PageAnswering {
  const [, setChanges] = useState(0);
  const queue = useMemo(
    () =>
      new UndoQueue({
        after(ms, call) {
          const timer = setTimeout(call, ms);
          return () => clearTimeout(timer);
        },
        send: (asked) => act<ManyAnswered>(path, asked, { outlivesPage: true }),
        changed: () => setChanges((count) => count + 1),
      }),
    [],
  );
  useEffect(() => {
    const left = () => queue.flush();
    // A telephone ends a hidden page without a further word, so this may be the last chance.
    const hidden = () => document.hidden && left();
    addEventListener("pagehide", left);
    document.addEventListener("visibilitychange", hidden);
    return () => {
      removeEventListener("pagehide", left);
      document.removeEventListener("visibilitychange", hidden);
    };
  }, []);
  return {
    queue,
    async give(asked) {
      const by = await nameFor();
      if (by !== undefined) queue.add({ ...asked, alerts: asked.alerts.slice(0, mostAnswered), by });
    },
  };
}

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
  const said = useWords(shellWords).answers;
  const { queue } = useAnswering();
  const count = one.asked.alerts.length;
  const failed = one.phase === "failed" || (one.phase === "sent" && one.answer.refused.length > 0);
  return (
    <div class="queued">
      {one.phase === "failed" ? (
        <span>
          {said.notDone[one.asked.do](count)} <Failed error={callErrorOf(one.error)} />
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
  const said = useWords(shellWords).answers;
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
