/**
 * The answers that the reader gives to alerts: shown at once, sent after ten seconds, and until then undone by a button
 * at the bottom of the window; and the name of who answers, asked for at the first act.
 */
import { createContext } from "preact";
import { useContext, useEffect, useMemo, useState } from "preact/hooks";
import { type ManyAnswered, mostAnswered } from "../../model/page/alerts.ts";
import { Failed } from "../parts/answered.tsx";
import { Dialog } from "../parts/dialog.tsx";
import { TextField } from "../parts/fields.tsx";
import { act, callErrorOf } from "../state/calls.ts";
import { rememberedName, rememberName, useSession, useTranslated, useWords } from "../state/reader.ts";
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
  const words = useWords(shellWords).answers;
  const { queue } = useAnswering();
  const count = one.asked.alerts.length;
  const failed = one.phase === "failed" || (one.phase === "sent" && one.answer.refused.length > 0);
  return (
    <div class="queued">
      {one.phase === "failed" ? (
        <span>
          {words.notDone[one.asked.do](count)} <Failed error={callErrorOf(one.error)} />
        </span>
      ) : one.phase === "sent" && failed ? (
        <Refused of={one} />
      ) : (
        <span role="status">{words.done[one.asked.do](count)}</span>
      )}{" "}
      {one.phase === "waiting" && (
        <button type="button" aria-keyshortcuts="z" onClick={() => queue.undo()}>
          {words.undo} <span aria-hidden="true">({one.secondsLeft})</span>
        </button>
      )}
      {failed && (
        <>
          <button type="button" onClick={() => queue.again(one.id)}>
            {words.again}
          </button>{" "}
          <button type="button" onClick={() => queue.dismiss(one.id)}>
            {words.close}
          </button>
        </>
      )}
    </div>
  );
}

/** Most reasons that are shown; alerts that are refused together mostly have the same one. */
const mostReasons = 3;

function Refused({ of: { asked, answer } }: { readonly of: QueuedAnswer & { readonly phase: "sent" } }) {
  const words = useWords(shellWords).answers;
  const translated = useTranslated();
  const { refused } = answer;
  const reasons = [...new Set(refused.map(({ error }) => translated(error)))];
  return (
    <span class="failed" role="alert">
      {words.refused[asked.do](refused.length, asked.alerts.length)}{" "}
      <span class="quiet">
        {reasons.slice(0, mostReasons).join(" / ")}
        {reasons.length > mostReasons && " …"}
      </span>
    </span>
  );
}

// The name of who acts: kept in this browser, seen by everybody beside an alert.

interface NameAsking {
  /** The reader's name, which is asked for where none is known; undefined where they leave that. */
  nameFor(): Promise<string | undefined>;
}

export const NameContext = createContext<NameAsking>({ nameFor: async () => undefined });

export function useName(): NameAsking {
  return useContext(NameContext);
}

interface AskedName {
  give(name: string | undefined): void;
}

/** What asks, and the dialog where it is asking. */
export function useNameAsking() {
  const [asked, setAsked] = useState<AskedName>();
  const { standing } = useSession();
  const asking: NameAsking = {
    nameFor: async () => {
      const known = standing?.person?.name ?? rememberedName();
      return known === "" ? new Promise((give) => setAsked({ give })) : known;
    },
  };
  const give = (name: string | undefined) => {
    asked?.give(name);
    setAsked(undefined);
  };
  return [asking, asked && <NameDialog give={give} />] as const;
}

function NameDialog({ give }: AskedName) {
  const words = useWords(shellWords);
  const [name, setName] = useState("");
  const submit = (event: Event) => {
    event.preventDefault();
    rememberName(name);
    give(rememberedName());
  };
  return (
    <Dialog title={words.nameTitle} close={() => give(undefined)}>
      <form onSubmit={submit}>
        <p>{words.nameAbout}</p>
        <TextField
          label={words.name}
          value={name}
          autocomplete="name"
          maxLength={60}
          required
          pattern=".*\S.*"
          change={setName}
        />
        <p class="buttons">
          <button type="submit">{words.nameGive}</button>{" "}
          <button type="button" onClick={() => give(undefined)}>
            {words.cancel}
          </button>
        </p>
      </form>
    </Dialog>
  );
}
