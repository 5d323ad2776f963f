/** What an alert says in the reader's language, where its rule has texts in it. */
import type { Language } from "../shell/language.tsx";

interface Texts {
  readonly title: string;
  readonly body: string;
}

/** @param now the data of the alert's event; untrusted */
export function alertTexts(now: Readonly<Record<string, unknown>>, language: Language): Texts {
  const own = (now.texts as Readonly<Record<string, Partial<Texts>>> | undefined)?.[language];
  return { title: String(own?.title ?? now.title ?? ""), body: String(own?.body ?? now.body ?? "") };
}
