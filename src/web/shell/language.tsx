/** The reader's language: English or Japanese, chosen on the page and kept in the browser. */
/// <reference lib="dom" />
import { createContext } from "preact";
import { useContext } from "preact/hooks";
import { answerInJapanese } from "../../model/messages/in-japanese.ts";

export type Language = "en" | "ja";

/** One text in both languages. */
export type Both = Readonly<Record<Language, string>>;

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

const key = "yagura.language";

/** What the reader chose, else what the browser asks for. */
export function rememberedLanguage(): Language {
  const kept = localStorage.getItem(key);
  if (kept === "en" || kept === "ja") return kept;
  return navigator.language.startsWith("ja") ? "ja" : "en";
}

export function rememberLanguage(language: Language): void {
  localStorage.setItem(key, language);
}
