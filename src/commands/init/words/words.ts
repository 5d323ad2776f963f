/** The languages of the setup. */
import type { Language } from "../../../model/notification.ts";
import { englishSetup, type Words } from "./english.ts";
import { japaneseSetup } from "./japanese.ts";

export type { Words } from "./english.ts";

const languages: Readonly<Record<Language, Words>> = { en: englishSetup, ja: japaneseSetup };

export function setupWords(language: Language): Words {
  return languages[language];
}
