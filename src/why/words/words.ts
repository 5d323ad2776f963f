/** The sentences of an answer in the language in which it is asked for. */
import type { Language } from "../../model/notification.ts";
import { english } from "./english.ts";
import { japanese } from "./japanese.ts";

export type WhyWords = typeof english;

/** Programs get English. */
export const whyWords: Readonly<Record<Language, WhyWords>> = { en: english, ja: japanese };
