/**
 * What is known of the reader: language, colours and name, kept in this browser, how wide their window is, and what they
 * may do by the session that a token gave them.
 */
import { createContext } from "preact";
import { useCallback, useContext, useEffect, useState } from "preact/hooks";
import type { Language } from "../../model/language.ts";
import { pageMessages } from "../../model/messages/page-messages.ts";
import { createTranslation } from "../../model/messages/translation.ts";
import type { Person } from "../../model/people.ts";
import { act, ask, CallError, drop, onRefused, rememberCsrfToken } from "./calls.ts";

export const LanguageContext = createContext<Language>("en");

export function useLanguage(): Language {
  return useContext(LanguageContext);
}

/** The texts of a view or part in the reader's language; TypeScript holds both to the same names. */
export function useWords<Words>(words: Readonly<Record<Language, Words>>): Words {
  return words[useLanguage()];
}

const { answerInJapanese } = createTranslation(pageMessages);

/** What the monitor said, which it says in English: in the reader's language, where that sentence is translated. */
export function useTranslated(): (message: string) => string {
  const language = useLanguage();
  return (message) => (language === "ja" ? answerInJapanese(message) : message);
}

const languageKey = "yagura.language";

/** What the reader chose in this browser. */
export function chosenLanguage(): Language | undefined {
  const kept = localStorage.getItem(languageKey);
  return kept === "en" || kept === "ja" ? kept : undefined;
}

/** What the browser asks for. */
export function browserLanguage(): Language {
  return navigator.language.startsWith("ja") ? "ja" : "en";
}

export function rememberLanguage(language: Language): void {
  localStorage.setItem(languageKey, language);
}

export const themes = ["system", "light", "dark"] as const;
export type Theme = (typeof themes)[number];

const themeKey = "yagura.theme";

export function rememberedTheme(): Theme {
  return themes.find((one) => one === localStorage.getItem(themeKey)) ?? "system";
}

/** Shows a theme and keeps it in the browser. */
export function rememberTheme(theme: Theme): void {
  document.documentElement.dataset.theme = theme;
  localStorage.setItem(themeKey, theme);
}

const nameKey = "yagura.name";
const longestName = 60;

/** The name that the reader gave; empty where they gave none. */
export function rememberedName(): string {
  return localStorage.getItem(nameKey) ?? "";
}

export function rememberName(name: string): void {
  localStorage.setItem(nameKey, name.trim().slice(0, longestName));
}

const narrowQuery = "(max-width: 40rem)";

export function useNarrow(): boolean {
  const [isNarrow, setNarrow] = useState(() => matchMedia(narrowQuery).matches);
  useEffect(() => {
    const media = matchMedia(narrowQuery);
    const changed = () => setNarrow(media.matches);
    media.addEventListener("change", changed);
    return () => media.removeEventListener("change", changed);
  }, []);
  return isNarrow;
}

// The session.

/** Answer of `api/session`. */
interface Standing {
  /** null: a token is needed even to read. */
  readonly right: "read" | "act" | null;
  readonly hasTokens: boolean;
  /** When the session ends, ISO; absent: there is none. */
  readonly until?: string;
  /** Whose token it is; absent: the settings name nobody. */
  readonly person?: Pick<Person, "name" | "language">;
}

interface PageSession {
  /** Undefined before the first answer. */
  readonly standing: Standing | undefined;
  /** Grows with each sign-in: whatever was asked before is asked again. */
  readonly count: number;
  /** Rejects with a CallError for a token that is not right. */
  signIn(token: string): Promise<void>;
  signOut(): Promise<void>;
  /** Asks again what the reader may do. */
  look(): void;
}

const nobody: PageSession = {
  standing: undefined,
  count: 0,
  signIn: async () => {},
  signOut: async () => {},
  look: () => {},
};

export const SessionContext = createContext<PageSession>(nobody);

export function useSession(): PageSession {
  return useContext(SessionContext);
}

export function useMayAct(): boolean {
  return useSession().standing?.right === "act";
}

const sessionPath = "api/session";
/** A timer takes no longer time. */
const longestMs = 2 ** 31 - 1;

/** The session of this page; asked for at its start, where a call is refused, and when it ends. */
export function useOwnSession(): PageSession {
  const [standing, setStanding] = useState<Standing>();
  const [count, setCount] = useState(0);
  const look = useCallback(() => {
    // A monitor that does not answer says nothing about the reader's rights.
    ask<Standing>(sessionPath).then(setStanding, () => {});
  }, []);
  useEffect(() => {
    look();
    return onRefused(look);
  }, []);
  const until = standing?.until;
  useEffect(() => {
    if (until === undefined) return;
    const timer = setTimeout(look, Math.min(longestMs, Date.parse(until) - Date.now() + 1_000));
    return () => clearTimeout(timer);
  }, [until]);
  return {
    standing,
    count,
    look,
    async signIn(token) {
      const { csrfToken } = await act<{ csrfToken: string }>(sessionPath, { token });
      rememberCsrfToken(csrfToken);
      setStanding(await ask<Standing>(sessionPath));
      setCount((last) => last + 1);
    },
    async signOut() {
      await drop(sessionPath);
      rememberCsrfToken(undefined);
      setStanding(await ask<Standing>(sessionPath));
      setCount((last) => last + 1);
    },
  };
}

/** Whether an error says that a token is not right. */
export function isWrongToken(error: unknown): boolean {
  return error instanceof CallError && error.status === 401;
}
