/** Stocks as people write them: codes of any form, or names as the market's list has them. */
import { fold } from "../../../lib/text/fold.ts";
import { codeMeant } from "../../../model/fields.ts";
import type { CompanyName } from "../../../model/stock/company-name.ts";

export interface NamedStock {
  readonly code: string;
  readonly name?: string | undefined;
}

/** The market's list, by code; undefined: nobody tells it. */
export type Issues = ReadonlyMap<string, CompanyName>;

export interface FoundStocks {
  /** Each once, in the order in which they were written. */
  readonly stocks: readonly NamedStock[];
  /** Words that are no stock. */
  readonly unknown: readonly string[];
  /** Words that may be several stocks. */
  readonly unclear: readonly { readonly asked: string; readonly found: readonly NamedStock[] }[];
}

/** So many stocks of a name are shown. */
const mostFound = 20;

/** Words are parted by commas and line breaks; by blanks, too, where all of them are codes. */
export function findStocks(text: string, issues: Issues | undefined): FoundStocks {
  const parts = text.split(/[,、，\n]/).map((part) => part.trim());
  const words = parts.flatMap((part) => {
    const pieces = part.split(/\s+/);
    return pieces.every((piece) => codeOf(piece) !== undefined) ? pieces : [part];
  });
  const stocks = new Map<string, NamedStock>();
  const unknown: string[] = [];
  const unclear: FoundStocks["unclear"][number][] = [];
  for (const asked of words.filter((word) => word !== "")) {
    const found = stocksOf(asked, issues);
    const [first] = found;
    if (first === undefined) unknown.push(asked);
    else if (found.length > 1) unclear.push({ asked, found });
    else stocks.set(first.code, first);
  }
  return { stocks: [...stocks.values()], unknown, unclear };
}

/** A word of letters alone, such as SONY, is a name and no code. */
function codeOf(word: string): string | undefined {
  const code = codeMeant(word);
  return code !== undefined && /^[0-9]/.test(code) ? code : undefined;
}

function stocksOf(word: string, issues: Issues | undefined): NamedStock[] {
  const code = codeOf(word);
  if (issues === undefined) return code === undefined ? [] : [{ code }];
  if (code !== undefined && issues.has(code)) return [named(code, issues)];
  const name = foldedName(word);
  if (name === "") return [];
  const all = [...issues].flatMap(([own, { name: japanese = "", nameEnglish = "" }]) => {
    const names = [foldedName(japanese), foldedName(nameEnglish)];
    return names.some((one) => one.includes(name)) ? [{ code: own, isWhole: names.includes(name) }] : [];
  });
  const whole = all.filter(({ isWhole }) => isWhole);
  const meant = whole.length > 0 ? whole : all;
  return meant.slice(0, mostFound).map((one) => named(one.code, issues));
}

/** The name that a list has for a code, where it has one. */
export function named(code: string, issues: Issues | undefined): NamedStock {
  const name = issues?.get(code)?.name;
  return { code, ...(name !== undefined && { name }) };
}

/** Forms of a company are not what people write. */
function foldedName(name: string): string {
  return fold(name).replace(/株式会社|\(株\)|[\s・,.、。]|co\.?,? ?ltd\.?|corporation|inc\./g, "");
}
