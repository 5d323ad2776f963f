/** The reader's own settings: language, colours, notifications and name, which this browser keeps, and the session. */
import { useEffect, useRef, useState } from "preact/hooks";
import { onElsewhere } from "../parts/dialog.tsx";
import { Select, TextField } from "../parts/fields.tsx";
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
import { shellWords } from "./words.ts";

interface SettingsProps {
  readonly notices: NoticeLevel;
  setLanguage(language: Language): void;
  setNotices(level: NoticeLevel): void;
}

export function Settings({ notices, setLanguage, setNotices }: SettingsProps) {
  const said = useWords(shellWords);
  const language = useLanguage();
  const { standing } = useSession();
  const [theme, setTheme] = useState<Theme>(rememberedTheme);
  const [name, setName] = useState(rememberedName);
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
        <Select
          label={said.theme}
          value={theme}
          options={themes.map((one) => [one, said.themes[one]])}
          change={(chosen) => {
            setTheme(chosen as Theme);
            rememberTheme(chosen as Theme);
          }}
        />
        <NoticeSetting notices={notices} setNotices={setNotices} />
        {standing?.right === "act" && (
          <TextField
            label={said.name}
            value={name}
            autocomplete="name"
            maxLength={60}
            change={(text) => {
              setName(text);
              rememberName(text);
            }}
          />
        )}
        <SessionSettings />
      </div>
    </details>
  );
}

function NoticeSetting({ notices, setNotices }: Pick<SettingsProps, "notices" | "setNotices">) {
  const said = useWords(shellWords);
  const [isDenied, setDenied] = useState(false);
  const choose = async (level: NoticeLevel) => {
    const chosen = await chooseNotices(level);
    setDenied(chosen === "denied");
    setNotices(chosen === "denied" ? "off" : chosen);
  };
  return (
    <>
      <Select
        label={said.notify}
        value={notices}
        options={noticeLevels.map((one) => [one, said.notifyFrom[one]])}
        change={(level) => void choose(level as NoticeLevel)}
      />
      {isDenied && (
        <p class="failed" role="alert">
          {said.notifyDenied}
        </p>
      )}
    </>
  );
}

/** What the reader may do, and the ways in and out. */
function SessionSettings() {
  const said = useWords(shellWords);
  const { standing, signOut } = useSession();
  return (
    <>
      {standing?.hasTokens && standing.right !== null && (
        <p>{standing.right === "act" ? said.mayAct : said.mayRead}</p>
      )}
      {standing?.hasTokens && standing.right === "read" && <SignIn about={said.signInToAct} />}
      {standing?.until !== undefined && (
        <button type="button" onClick={() => void signOut()}>
          {said.signOut}
        </button>
      )}
    </>
  );
}

/** Closes it where one goes on elsewhere, and by Escape, which gives the focus back. Returns what ends that. */
function closing(panel: HTMLDetailsElement | null): (() => void) | undefined {
  if (panel === null) return;
  const pressed = ({ key }: KeyboardEvent) => {
    if (key !== "Escape" || !panel.open) return;
    panel.open = false;
    panel.querySelector("summary")?.focus();
  };
  const stop = onElsewhere(panel, () => {
    panel.open = false;
  });
  document.addEventListener("keydown", pressed);
  return () => {
    stop();
    document.removeEventListener("keydown", pressed);
  };
}

export function SignIn({ about }: { readonly about: string }) {
  const said = useWords(shellWords);
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
      <TextField
        label={said.token}
        type="password"
        value={token}
        autocomplete="current-password"
        required
        change={setToken}
      />{" "}
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
