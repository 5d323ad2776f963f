/** The answers that the reader gives to alerts: shown at once, sent after ten seconds, and until then undone by a button. */
/// <reference lib="dom" />
import { createContext } from "preact";
import { useContext, useEffect, useMemo, useState } from "preact/hooks";
import { type ManyAnswered, mostAnswered } from "../../../model/page/many-answers.ts";
import { act } from "../calls.ts";
import type { NameAsking } from "../name.tsx";
import { type AskedAnswer, UndoQueue } from "./undo-queue.ts";

export interface Answering {
  /** Asks for the reader's name first, where none is known. At most as many alerts as one call takes. */
  give(asked: Omit<AskedAnswer, "by">): Promise<void>;
  readonly queue: Pick<UndoQueue, "list" | "shown" | "undo" | "again" | "dismiss">;
}

const nothing = new UndoQueue({ after: () => () => {}, send: () => Promise.reject(), changed: () => {} });

export const AnsweringContext = createContext<Answering>({ give: async () => {}, queue: nothing });

export function useAnswering(): Answering {
  return useContext(AnsweringContext);
}

const path = "control/alerts/answer";

/** The page's own answers; whatever waits is sent at once where the page is left or hidden. */
export function useOwnAnswering({ nameFor }: NameAsking): Answering {
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
