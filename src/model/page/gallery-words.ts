/** Words of the gallery, for the page and for a terminal. */
import type { Language } from "../language.ts";
import { groupedNumber } from "../numbers.ts";
import type { GalleryParam, StockNumbers } from "./gallery.ts";

/** What rules are about, in the order in which they are shown. */
export const gallerySubjects = [
  ...(["shorts", "results", "margin", "prices", "forum", "statistics", "holdings"] as const),
  ...(["together", "monitor", "others"] as const),
];

export type GallerySubject = (typeof gallerySubjects)[number];

export const gallerySubjectWords: Readonly<Record<Language, Readonly<Record<GallerySubject, string>>>> = {
  en: {
    shorts: "Somebody builds a short position",
    results: "Results are near, or told",
    margin: "Margin trading",
    prices: "Prices, volumes and valuation",
    forum: "The forum",
    statistics: "Statistics",
    holdings: "Large holdings",
    together: "Several rules together",
    monitor: "The monitor itself",
    others: "Other records",
  },
  ja: {
    shorts: "空売り残高",
    results: "決算と開示",
    margin: "信用取引",
    prices: "株価・出来高・株価指標",
    forum: "掲示板",
    statistics: "統計系列",
    holdings: "大量保有報告",
    together: "複数のルールの組み合わせ",
    monitor: "モニター自身",
    others: "そのほかの記録",
  },
};

/** What a form asks for, with unit, bounds and the value that stands: "level (%, 0.5 – 100) [5]". */
export function paramWords(param: GalleryParam, language: Language): string {
  const { about, value } = param;
  const of = paramHint(param, language);
  return `${about[language]}${of === "" ? "" : ` (${of})`} [${[value].flat().join(", ")}]`;
}

/** Unit and bounds, such as "%, 0.5 – 100"; "" where there are none. */
export function paramHint({ unit, min, max }: GalleryParam, language: Language): string {
  const bounds = min === undefined && max === undefined ? [] : [`${min ?? ""} – ${max ?? ""}`];
  return [...(unit === undefined ? [] : [unit[language]]), ...bounds].join(", ");
}

const mostStocks = 4;

/** What stands now beside a parameter: each of a few stocks, or what many of them lie between. "" where nothing is known. */
export function nowWords(
  stocks: readonly StockNumbers[],
  { unit }: Pick<GalleryParam, "unit">,
  language: Language,
): string {
  const isJapanese = language === "ja";
  const of = unit === undefined ? "" : isJapanese ? unit.ja : ` ${unit.en}`;
  const between = (...numbers: number[]) => {
    const ends = new Set([Math.min(...numbers), Math.max(...numbers)]);
    return `${[...ends].map((end) => groupedNumber(Number(end.toPrecision(4)))).join(" – ")}${of}`;
  };
  const each = stocks.map(({ code, low, high }) => `${code} ${between(low, high)}`);
  if (stocks.length <= mostStocks) return each.join(isJapanese ? "、" : ", ");
  const all = between(...stocks.flatMap(({ low, high }) => [low, high]));
  return isJapanese ? `${all}（${stocks.length}銘柄）` : `${all} (${stocks.length} stocks)`;
}
