/** What an alert says in the reader's language: the texts that its rule has in it, and the name of a stock's company. */
import type { StockNamesAnswer } from "../../model/page/stock.ts";
import { type CompanyName, nameFor, withCompany } from "../../model/stock/company-name.ts";
import { ask } from "../shell/calls.ts";
import { createGathered } from "../shell/gathered.ts";
import { type Language, useLanguage } from "../shell/language.tsx";
import { isStockCode } from "./about-link.tsx";

interface Texts {
  readonly title: string;
  readonly body: string;
}

/** @param now the data of the alert's event; untrusted */
export function alertTexts(now: Readonly<Record<string, unknown>>, language: Language): Texts {
  const own = (now.texts as Readonly<Record<string, Partial<Texts>>> | undefined)?.[language];
  return { title: String(own?.title ?? now.title ?? ""), body: String(own?.body ?? now.body ?? "") };
}

const useNames = createGathered<CompanyName>(
  async (codes) => (await ask<StockNamesAnswer>("api/stock-names", { codes: codes.join(",") })).names,
);

/** The name of a stock's company; undefined until it came, where it is not known, and of what is no stock. */
export function useStockName(subject: string): string | undefined {
  const language = useLanguage();
  const names = useNames(isStockCode(subject) ? subject : undefined, language);
  return names && nameFor(language, names);
}

/** The title of an alert about a subject, with the name of its company. */
export function useNamedTitle(title: string, subject: string): string {
  const language = useLanguage();
  const names = useNames(isStockCode(subject) ? subject : undefined, language);
  const wanted = names && nameFor(language, names);
  if (wanted === undefined) return title;
  return withCompany(title, subject, [names?.name ?? "", names?.nameEnglish ?? ""], wanted);
}
