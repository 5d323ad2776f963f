/** The sentences of an answer in the language in which it is asked for. */
import type { Language } from "../../model/language.ts";
import { english, type WhyWords } from "./english.ts";
import { japanese } from "./japanese.ts";

/** Programs get English. */
export const whyWords: Readonly<Record<Language, WhyWords>> = { en: english, ja: japanese };
