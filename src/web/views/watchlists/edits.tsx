/** Edits of a list, and what became of the last one: it is undone in one step, or a person decides about its code. */
import { useEffect, useRef, useState } from "preact/hooks";
import type {
  WatchlistEdit,
  WatchlistEditAnswer,
  WatchlistEditAsked,
  WatchlistUndoAsked,
} from "../../../model/page/watchlists.ts";
import { Failed } from "../../parts/answered.tsx";
import { act, type CallError, callErrorOf } from "../../state/calls.ts";
import { useWords } from "../../state/reader.ts";
import { watchlistsWords } from "./words.ts";
import "../../parts/answered.css";

type Added = Extract<WatchlistEdit, { readonly do: "add" }>;

/** What became of the last edit. */
type Became =
  /** `undo`: the hash by which it is undone. */
  | { readonly text: string; readonly undo?: string }
  | { readonly error: CallError }
  /** Nobody could say whether there is such a stock, for this reason. */
  | { readonly unchecked: string; readonly change: Added };

interface Edits {
  /** Grows with each edit that was written. */
  readonly version: number;
  readonly became: Became | undefined;
  /** Resolves with whether it was taken. */
  edit(hash: string, change: WatchlistEdit): Promise<boolean>;
  undo(hash: string): Promise<void>;
  leave(): void;
}

export function useEdits(list: string): Edits {
  const words = useWords(watchlistsWords);
  const [version, setVersion] = useState(0);
  const [became, setBecame] = useState<Became>();
  // Hash of the file after an own edit, by that before it: the list may still be shown as it was before.
  const followed = useRef(new Map<string, string>());
  const newest = (hash: string): string => {
    const next = followed.current.get(hash);
    return next === undefined ? hash : newest(next);
  };
  const written = (now: Became) => {
    setBecame(now);
    setVersion((last) => last + 1);
  };
  const failed = (error: unknown) => setBecame({ error: callErrorOf(error) });
  return {
    version,
    became,
    async edit(hash, change) {
      try {
        const before = newest(hash);
        const body: WatchlistEditAsked = { list, hash: before, edit: change };
        const answer = await act<WatchlistEditAnswer>("api/watchlists/edit", body);
        if ("unchecked" in answer) {
          if (change.do === "add") setBecame({ unchecked: answer.unchecked, change });
          return false;
        }
        followed.current.set(before, answer.hash);
        // An edit may lead back to what the file was.
        followed.current.delete(answer.hash);
        const text = change.do === "remove" ? words.removed(change.code) : words.saved;
        written({ text, undo: answer.hash });
        return true;
      } catch (error) {
        failed(error);
        return false;
      }
    },
    async undo(hash) {
      try {
        const body: WatchlistUndoAsked = { list, hash };
        await act("api/watchlists/undo", body);
        followed.current.clear();
        written({ text: words.undone });
      } catch (error) {
        failed(error);
      }
    },
    leave: () => setBecame(undefined),
  };
}

interface OutcomeProps extends Pick<Edits, "undo" | "leave"> {
  readonly of: Became | undefined;
  edit(change: WatchlistEdit): Promise<boolean>;
}

export function EditOutcome({ of: became, undo, edit, leave }: OutcomeProps) {
  const words = useWords(watchlistsWords);
  const hash = became && "undo" in became ? became.undo : undefined;
  return (
    <>
      <p class="outcome">
        <span role="status" class="said">
          {became && "text" in became ? became.text : ""}
        </span>{" "}
        {hash !== undefined && (
          <button type="button" onClick={() => void undo(hash)}>
            {words.undo}
          </button>
        )}
      </p>
      {became && "error" in became && <Failed error={became.error} />}
      {became && "unchecked" in became && (
        <Unchecked why={became.unchecked} change={became.change} edit={edit} leave={leave} />
      )}
    </>
  );
}

interface UncheckedProps extends Pick<OutcomeProps, "edit" | "leave"> {
  readonly why: string;
  readonly change: Added;
}

function Unchecked({ why, change, edit, leave }: UncheckedProps) {
  const words = useWords(watchlistsWords);
  const first = useRef<HTMLButtonElement>(null);
  useEffect(() => first.current?.focus(), []);
  const question = words.unchecked(change.code, why);
  return (
    // biome-ignore lint/a11y/useSemanticElements: it is a question and no set of fields
    <p role="group" aria-label={question} class="asked">
      {question}{" "}
      <button ref={first} type="button" onClick={() => void edit({ ...change, isUnchecked: true })}>
        {words.addAnyway}
      </button>{" "}
      <button type="button" onClick={leave}>
        {words.leave}
      </button>
    </p>
  );
}
