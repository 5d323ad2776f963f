/** The reader's own settings: language, colours, notifications and name, which this browser keeps, and the session. */

import { useEffect, useRef, useState } from "preact/hooks";
import type { Language } from "../../model/language.ts";
import { onElsewhere } from "../parts/dialog.tsx";
import { Select, TextField } from "../parts/fields.tsx";
import { textsOfAlert } from "../parts/names.tsx";
import { link } from "../state/address.ts";
import { CallError } from "../state/calls.ts";
import type { FiredAlert } from "../state/live.ts";
import {
  isWrongToken,
  rememberedName,
  rememberedTheme,
  rememberName,
  rememberTheme,
  type Theme,
  themes,
  useLanguage,
  useSession,
  useWords,
} from "../state/reader.ts";
import { PushSetting } from "./push-setting.tsx";
import { shellWords } from "./words.ts";

interface SettingsProps {
  readonly notices: NoticeLevel;
  setLanguage(language: Language): void;
  setNotices(level: NoticeLevel): void;
}

export function Settings({ notices, setLanguage, setNotices }: SettingsProps) {
  const words = useWords(shellWords);
  const language = useLanguage();
  const { standing } = useSession();
  const [theme, setTheme] = useState<Theme>(rememberedTheme);
  const [name, setName] = useState(rememberedName);
  const [isOpen, setOpen] = useState(false);
  const panel = useRef<HTMLDetailsElement>(null);
  useEffect(() => closing(panel.current), []);
  return (
    <details
      class="settings"
      ref={panel}
      onToggle={({ currentTarget }) => {
        setName(rememberedName());
        setOpen(currentTarget.open);
      }}
    >
      <summary>{words.settings}</summary>
      <div class="panel">
        <button
          type="button"
          lang={words.otherLang}
          onClick={() => setLanguage(language === "en" ? "ja" : "en")}
        >
          {words.other}
        </button>
        <Select
          label={words.theme}
          value={theme}
          options={themes.map((one) => [one, words.themes[one]])}
          change={(chosen) => {
            setTheme(chosen as Theme);
            rememberTheme(chosen as Theme);
          }}
        />
        <NoticeSetting notices={notices} setNotices={setNotices} />
        {isOpen && standing?.right === "act" && <PushSetting />}
        {standing?.person !== undefined && (
          <p>
            {words.name}: <strong dir="auto">{standing.person.name}</strong>
          </p>
        )}
        {standing?.right === "act" && standing.person === undefined && (
          <TextField
            label={words.name}
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
  const words = useWords(shellWords);
  const [isDenied, setDenied] = useState(false);
  const choose = async (level: NoticeLevel) => {
    const chosen = await chooseNotices(level);
    setDenied(chosen === "denied");
    setNotices(chosen === "denied" ? "off" : chosen);
  };
  return (
    <>
      <Select
        label={words.notify}
        value={notices}
        options={noticeLevels.map((one) => [one, words.notifyFrom[one]])}
        change={(level) => void choose(level as NoticeLevel)}
      />
      {isDenied && (
        <p class="failed" role="alert">
          {words.notifyDenied}
        </p>
      )}
    </>
  );
}

/** What the reader may do, and the ways in and out. */
function SessionSettings() {
  const words = useWords(shellWords);
  const { standing, signOut } = useSession();
  return (
    <>
      {standing?.hasTokens && standing.right !== null && (
        <p>{standing.right === "act" ? words.mayAct : words.mayRead}</p>
      )}
      {standing?.hasTokens && standing.right === "read" && <SignIn about={words.signInToAct} />}
      {standing?.until !== undefined && (
        <button type="button" onClick={() => void signOut()}>
          {words.signOut}
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
  const words = useWords(shellWords);
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
          setWrong(isWrongToken(error) ? words.wrongToken : isBusy ? words.manyTokens : words.signInFailed);
        },
      )
      .finally(() => setAsking(false));
  };
  return (
    <form class="sign-in" onSubmit={send}>
      <p>{about}</p>
      <TextField
        label={words.token}
        type="password"
        value={token}
        autocomplete="current-password"
        required
        change={setToken}
      />{" "}
      <button type="submit" disabled={isAsking}>
        {words.signIn}
      </button>
      {wrong !== "" && (
        <p class="failed" role="alert">
          {wrong}
        </p>
      )}
    </form>
  );
}

// Notifications of the browser, for alerts as grave as the reader picked.

/** `off`, or the least grave severity that is told. */
const noticeLevels = ["off", "critical", "warning", "info"] as const;
type NoticeLevel = (typeof noticeLevels)[number];

const noticesKey = "yagura.notify";

export function rememberedNotices(): NoticeLevel {
  if (!("Notification" in globalThis) || Notification.permission !== "granted") return "off";
  return noticeLevels.find((one) => one === localStorage.getItem(noticesKey)) ?? "off";
}

/** Keeps a choice; asks the browser's leave for it. Resolves with what holds then. */
async function chooseNotices(level: NoticeLevel): Promise<NoticeLevel | "denied"> {
  localStorage.setItem(noticesKey, level);
  if (level === "off") return "off";
  if (!("Notification" in globalThis)) return "denied";
  return (await Notification.requestPermission()) === "granted" ? level : "denied";
}

/** Tells an alert where nobody looks at the page. Those that came at once are one notification a rule and key. */
export async function notice({ event }: FiredAlert, level: NoticeLevel, language: Language): Promise<void> {
  const { now } = event.data;
  const place = noticeLevels.indexOf(String(now.severity) as NoticeLevel);
  if (level === "off" || !document.hidden || place < 1 || place > noticeLevels.indexOf(level)) return;
  const { title, body } = textsOfAlert(now, language);
  const options = {
    body: body.slice(0, 300),
    tag: `${now.rule} ${now.key}`,
    icon: new URL("icon-192.png", location.href).href,
    data: new URL(link("alert", [event.id]), location.href).href,
  };
  const worker = await navigator.serviceWorker?.getRegistration();
  if (worker?.active) await worker.showNotification(title, options);
  else new Notification(title, options);
}
