/** The languages of the setup. */
import type { Language } from "../../../model/notification.ts";
import { english, type Words } from "./english.ts";
import { japanese } from "./japanese.ts";

export type { Words } from "./english.ts";

const languages: Readonly<Record<Language, Words>> = { en: english, ja: japanese };

export function wordsIn(language: Language): Words {
  return languages[language];
}
