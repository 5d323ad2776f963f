/** The language of whoever calls the program. */

export type CallerLanguage = "en" | "ja";

/** By YAGURA_LANGUAGE, else by the locale of the environment; English where neither says Japanese. */
export function callerLanguage({
  YAGURA_LANGUAGE,
  LC_ALL,
  LC_MESSAGES,
  LANG,
}: Readonly<Record<string, string | undefined>>): CallerLanguage {
  return (YAGURA_LANGUAGE || LC_ALL || LC_MESSAGES || LANG || "").toLowerCase().startsWith("ja")
    ? "ja"
    : "en";
}
