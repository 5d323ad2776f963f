/** Asks for a token where the monitor wants one. The token is not kept in the browser, only the session that it gives. */
/// <reference lib="dom" />
import { useState } from "preact/hooks";
import { CallError } from "./calls.ts";
import { useWords } from "./language.tsx";
import { isWrongToken, useSession } from "./session.ts";
import { words } from "./words.ts";

export function SignIn({ about }: { readonly about: string }) {
  const said = useWords(words);
  const { signIn } = useSession();
  const [token, setToken] = useState("");
  const [wrong, setWrong] = useState("");
  const [isAsking, setAsking] = useState(false);
  const send = (event: Event) => {
    event.preventDefault();
    setAsking(true);
    setWrong("");
    signIn(token.trim())
      .then(
        () => setToken(""),
        (error: unknown) => {
          const isBusy = error instanceof CallError && error.status === 429;
          setWrong(isWrongToken(error) ? said.wrongToken : isBusy ? said.manyTokens : said.signInFailed);
        },
      )
      .finally(() => setAsking(false));
  };
  return (
    <form class="sign-in" onSubmit={send}>
      <p>{about}</p>
      <label>
        {said.token}{" "}
        <input
          type="password"
          value={token}
          autocomplete="current-password"
          required
          onInput={({ currentTarget }) => setToken(currentTarget.value)}
        />
      </label>{" "}
      <button type="submit" disabled={isAsking}>
        {said.signIn}
      </button>
      {wrong !== "" && (
        <p class="failed" role="alert">
          {wrong}
        </p>
      )}
    </form>
  );
}
