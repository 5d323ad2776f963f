/** A button that acts on the monitor and says what became of it. Who may only read does not see it. */
/// <reference lib="dom" />
import { useState } from "preact/hooks";
import { CallError } from "../shell/calls.ts";
import { useWords } from "../shell/language.tsx";
import { useMayAct } from "../shell/session.ts";
import { Failed } from "./answered.tsx";
import { words } from "./words.ts";

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
  const said = useWords(words);
  if (!useMayAct()) return null;
  const begin = () => {
    setBecame({ state: "acting" });
    act().then(
      (text) => setBecame({ state: "done", text: text ?? said.done }),
      (error: unknown) =>
        setBecame({
          state: "failed",
          error: error instanceof CallError ? error : new CallError(-1, String(error)),
        }),
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
