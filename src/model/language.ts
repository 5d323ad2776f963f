/** The languages that people read, what is said in each of them, and the name of a company for a reader. */

export const languages = ["en", "ja"] as const;

/** Language of fixed words, labels and the texts of rules. */
export type Language = (typeof languages)[number];

/** A word or some in every language that people read. */
export type Worded = Readonly<Record<Language, string>>;

/** A message in English and in Japanese, with {1}, {2} and so on for what stands in the file. */
export type Pair = readonly [english: string, japanese: string];

export interface CompanyName {
  /** As the service writes it of itself: in Japanese. */
  readonly name?: string;
  readonly nameEnglish?: string;
}

/** The name for a reader of a language; the other one where there is no such name. */
export function nameFor(language: Language, { name, nameEnglish }: CompanyName): string | undefined {
  return language === "en" ? (nameEnglish ?? name) : (name ?? nameEnglish);
}

/**
 * A text in which a company stands by its code, with the name for the reader: `NAME (CODE)` for its other name before
 * the code, and for the code alone where the text begins with it. Names without their code stay, since they may be a
 * part of other words.
 */
export function withCompany(text: string, code: string, names: readonly string[], wanted: string): string {
  let named = text;
  for (const name of names) {
    if (name === "" || name === wanted) continue;
    for (const [open, close] of brackets)
      named = named.replaceAll(`${name}${open}${code}${close}`, () => `${wanted}${open}${code}${close}`);
  }
  if (!named.startsWith(code) || named.includes(wanted)) return named;
  const rest = named.slice(code.length);
  if (/^\s*:\s*\S/.test(rest)) return `${wanted} (${code})${rest}`;
  return /^\s*：\s*\S/.test(rest) ? `${wanted}（${code}）${rest}` : named;
}

const brackets = [
  [" (", ")"],
  ["（", "）"],
] as const;

/** The language of whoever calls the program: by YAGURA_LANGUAGE, else by the locale of the environment; English where neither says Japanese. */
export function callerLanguage(environment: Readonly<Record<string, string | undefined>>): Language {
  const { YAGURA_LANGUAGE, LC_ALL, LC_MESSAGES, LANG } = environment;
  const named = YAGURA_LANGUAGE || LC_ALL || LC_MESSAGES || LANG || "";
  return named.toLowerCase().startsWith("ja") ? "ja" : "en";
}
