/** The reader's own settings: language, colours, notifications and name, which this browser keeps, and the session. */
import { useEffect, useRef, useState } from "preact/hooks";
import { CallError } from "../state/calls.ts";
import {
  type Language,
  rememberedName,
  rememberedTheme,
  rememberName,
  rememberTheme,
  type Theme,
  themes,
  useLanguage,
  useWords,
} from "../state/reader.ts";
import { isWrongToken, useSession } from "../state/session.ts";
import { chooseNotices, type NoticeLevel, noticeLevels } from "./notices.ts";
import { words } from "./words.ts";

interface SettingsProps {
  readonly notices: NoticeLevel;
  setLanguage(language: Language): void;
  setNotices(level: NoticeLevel): void;
}

export function Settings({ notices, setLanguage, setNotices }: SettingsProps) {
  const said = useWords(words);
  const language = useLanguage();
  const { standing, signOut } = useSession();
  const [theme, setTheme] = useState<Theme>(rememberedTheme);
  const [isDenied, setDenied] = useState(false);
  const [name, setName] = useState(rememberedName);
  const choose = async (level: NoticeLevel) => {
    const chosen = await chooseNotices(level);
    setDenied(chosen === "denied");
    setNotices(chosen === "denied" ? "off" : chosen);
  };
  const panel = useRef<HTMLDetailsElement>(null);
  useEffect(() => closing(panel.current), []);
  return (
    <details class="settings" ref={panel} onToggle={() => setName(rememberedName())}>
      <summary>{said.settings}</summary>
      <div class="panel">
        <button
          type="button"
          lang={said.otherLang}
          onClick={() => setLanguage(language === "en" ? "ja" : "en")}
        >
          {said.other}
        </button>
        <label>
          {said.theme}
          <select
            value={theme}
            onChange={({ currentTarget }) => {
              setTheme(currentTarget.value as Theme);
              rememberTheme(currentTarget.value as Theme);
            }}
          >
            {themes.map((one) => (
              <option key={one} value={one}>
                {said.themes[one]}
              </option>
            ))}
          </select>
        </label>
        <label>
          {said.notify}
          <select
            value={notices}
            onChange={({ currentTarget }) => void choose(currentTarget.value as NoticeLevel)}
          >
            {noticeLevels.map((one) => (
              <option key={one} value={one}>
                {said.notifyFrom[one]}
              </option>
            ))}
          </select>
        </label>
        {isDenied && (
          <p class="failed" role="alert">
            {said.notifyDenied}
          </p>
        )}
        {standing?.right === "act" && (
          <label>
            {said.name}
            <input
              value={name}
              autocomplete="name"
              maxLength={60}
              onInput={({ currentTarget }) => {
                setName(currentTarget.value);
                rememberName(currentTarget.value);
              }}
            />
          </label>
        )}
        {standing?.hasTokens && standing.right !== null && (
          <p>{standing.right === "act" ? said.mayAct : said.mayRead}</p>
        )}
        {standing?.hasTokens && standing.right === "read" && <SignIn about={said.signInToAct} />}
        {standing?.until !== undefined && (
          <button type="button" onClick={() => void signOut()}>
            {said.signOut}
          </button>
        )}
      </div>
    </details>
  );
}

/** Closes it where one goes on elsewhere, and by Escape, which gives the focus back. Returns what ends that. */
function closing(panel: HTMLDetailsElement | null): (() => void) | undefined {
  if (panel === null) return;
  const elsewhere = ({ target }: Event) => {
    if (target instanceof Node && !panel.contains(target)) panel.open = false;
  };
  const pressed = ({ key }: KeyboardEvent) => {
    if (key !== "Escape" || !panel.open) return;
    panel.open = false;
    panel.querySelector("summary")?.focus();
  };
  document.addEventListener("pointerdown", elsewhere);
  document.addEventListener("focusin", elsewhere);
  document.addEventListener("keydown", pressed);
  return () => {
    document.removeEventListener("pointerdown", elsewhere);
    document.removeEventListener("focusin", elsewhere);
    document.removeEventListener("keydown", pressed);
  };
}

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
