/** The name of who acts: asked for at the first act, kept in this browser, seen by everybody beside an alert. */
import { createContext } from "preact";
import { useContext, useState } from "preact/hooks";
import { Dialog } from "../parts/dialog.tsx";
import { TextField } from "../parts/fields.tsx";
import { rememberedName, rememberName, useWords } from "../state/reader.ts";

import { shellWords } from "./words.ts";

export interface NameAsking {
  /** The reader's name, which is asked for where none is known; undefined where they leave that. */
  nameFor(): Promise<string | undefined>;
}

export const NameContext = createContext<NameAsking>({ nameFor: async () => undefined });

export function useName(): NameAsking {
  return useContext(NameContext);
}

interface Asked {
  give(name: string | undefined): void;
}

/** What asks, and the dialog where it is asking. */
export function useNameAsking() {
  const [asked, setAsked] = useState<Asked>();
  const asking: NameAsking = {
    nameFor: async () => {
      const known = rememberedName();
      return known === "" ? new Promise((give) => setAsked({ give })) : known;
    },
  };
  const give = (name: string | undefined) => {
    asked?.give(name);
    setAsked(undefined);
  };
  return [asking, asked && <NameDialog give={give} />] as const;
}

function NameDialog({ give }: Asked) {
  const said = useWords(shellWords);
  const [name, setName] = useState("");
  const submit = (event: Event) => {
    event.preventDefault();
    rememberName(name);
    give(rememberedName());
  };
  return (
    <Dialog title={said.nameTitle} close={() => give(undefined)}>
      <form onSubmit={submit}>
        <p>{said.nameAbout}</p>
        <TextField
          label={said.name}
          value={name}
          autocomplete="name"
          maxLength={60}
          required
          pattern=".*\S.*"
          change={setName}
        />
        <p class="buttons">
          <button type="submit">{said.nameGive}</button>{" "}
          <button type="button" onClick={() => give(undefined)}>
            {said.cancel}
          </button>
        </p>
      </form>
    </Dialog>
  );
}
