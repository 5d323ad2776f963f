/** What is known of the reader: language, colours and name, kept in this browser, and how wide their window is. */
import { createContext } from "preact";
import { useContext, useEffect, useState } from "preact/hooks";
import type { Language } from "../../model/language.ts";
import { answerInJapanese } from "../../model/messages/in-japanese.ts";

export type { Language };

export const LanguageContext = createContext<Language>("en");

export function useLanguage(): Language {
  return useContext(LanguageContext);
}

/** The texts of a view or part in the reader's language; TypeScript holds both to the same names. */
export function useWords<Words>(words: Readonly<Record<Language, Words>>): Words {
  return words[useLanguage()];
}

/** What the monitor said, which it says in English: in the reader's language, where that sentence is translated. */
export function useTold(): (message: string) => string {
  const language = useLanguage();
  return (message) => (language === "ja" ? answerInJapanese(message) : message);
}

const languageKey = "yagura.language";

/** What the reader chose, else what the browser asks for. */
export function rememberedLanguage(): Language {
  const kept = localStorage.getItem(languageKey);
  if (kept === "en" || kept === "ja") return kept;
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
