/** The languages of the setup. */
import { english, type Words } from "./english.ts";
import { japanese } from "./japanese.ts";

export type { Words } from "./english.ts";

export type Language = "en" | "ja";

const languages: Readonly<Record<Language, Words>> = { en: english, ja: japanese };

export function wordsIn(language: Language): Words {
  return languages[language];
}

/** The language of whoever calls, as the environment says; English where it says neither. */
export function languageOf({
  LC_ALL,
  LC_MESSAGES,
  LANG,
}: Readonly<Record<string, string | undefined>>): Language {
  return (LC_ALL || LC_MESSAGES || LANG || "").toLowerCase().startsWith("ja") ? "ja" : "en";
}
