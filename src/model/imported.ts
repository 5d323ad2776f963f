/** What an import of a list of holdings does to a watchlist, and in which words that is told. */
import { type Language, nameFor, type Worded } from "./language.ts";

/** Why a line of the file is left out. */
const leftOutWords = {
  fund: { en: "a fund", ja: "投資信託です" },
  foreign: { en: "a foreign stock", ja: "外国株です" },
  bond: { en: "a bond", ja: "債券です" },
  margin: { en: "a position on margin, or a future or an option", ja: "信用建玉か先物・オプションです" },
  other: { en: "no stock", ja: "株式ではありません" },
  sold: { en: "a number of shares below 0", ja: "株数が0未満です" },
  none: { en: "0 shares", ja: "株数が0です" },
  unknown: { en: "not in the list of issues", ja: "上場銘柄一覧にありません" },
  short: { en: "the list notes it as short", ja: "リストでは売り（short）になっています" },
  unread: { en: "no stock code was recognised", ja: "銘柄コードを読み取れませんでした" },
  second: {
    en: "a second code beside another: put it on a line of its own",
    ja: "同じ行の2つ目のコードです。行を分けてください",
  },
} satisfies Record<string, Worded>;

export type LeftOutReason = keyof typeof leftOutWords;

/** A line of the file of which nothing comes onto the list. */
export interface LeftOutLine {
  readonly why: LeftOutReason;
  /** From 1. */
  readonly line: number;
  readonly column: number;
  /** The name, code or words that stand there; from a stranger. */
  readonly text: string;
}

/** What stands in cells, as a list's file writes them. */
type Cells = Readonly<Record<string, string>>;

export interface ImportedStock {
  readonly code: string;
  readonly name?: string;
  readonly cells: Cells;
  /** What the list had in these cells before; absent: the stock is new. */
  readonly was?: Cells;
  /** Lines of the file that were added up. */
  readonly lines: readonly number[];
}

/** What an import would do. */
export interface ImportPlan {
  /** Name of the list. */
  readonly list: string;
  /** Hash of its file, by which the edit sees that it is still the same. */
  readonly hash: string;
  /** How the file was read: by a heading, by a column of codes, or as text with codes in it. */
  readonly form: "table" | "codes" | "text";
  readonly added: readonly ImportedStock[];
  readonly changed: readonly ImportedStock[];
  /** Codes that are on the list as the file has them. */
  readonly same: readonly string[];
  /** Codes that are on the list alone: they stay. */
  readonly kept: readonly string[];
  readonly leftOut: readonly LeftOutLine[];
  /** Codes of several lines of which a line has no price: that of the list stays. */
  readonly unpriced: readonly string[];
  /** Columns that the list gets. */
  readonly columns: readonly string[];
  /** Whether the file tells them. */
  readonly tells: { readonly shares: boolean; readonly price: boolean };
  /** Whether the codes were looked up in the list of issues. */
  readonly isChecked: boolean;
}

const words = {
  form: {
    table: { en: "Read by its headings.", ja: "見出しをもとに読み取りました。" },
    codes: {
      en: "No heading is known: the column that looks like codes was read.",
      ja: "既知の見出しがないため、コードらしい列だけを読み取りました。",
    },
    text: {
      en: "Read as text: the codes in it were taken.",
      ja: "文章として読み、その中のコードを取り出しました。",
    },
  },
  unchecked: {
    en: "No list of issues is known yet: the codes were not checked.",
    ja: "上場銘柄一覧がまだないため、コードは確認していません。",
  },
  noShares: { en: "The file tells no numbers of shares.", ja: "このファイルに株数はありません。" },
  noPrice: { en: "The file tells no price paid.", ja: "このファイルに取得単価はありません。" },
} as const;

/** Sentences about how the file was read, and what it does not tell. */
export function importRemarks(plan: ImportPlan, language: Language): string[] {
  const { form, tells, isChecked, unpriced, columns } = plan;
  const isJapanese = language === "ja";
  const list = (texts: readonly string[]) => texts.join(isJapanese ? "、" : ", ");
  return [
    words.form[form][language],
    ...(tells.shares ? [] : [words.noShares[language]]),
    ...(tells.price ? [] : [words.noPrice[language]]),
    ...(isChecked ? [] : [words.unchecked[language]]),
    ...(columns.length === 0
      ? []
      : [
          isJapanese
            ? `リストに列 ${list(columns)} を追加します。`
            : `The list gets the columns ${list(columns)}.`,
        ]),
    ...(unpriced.length === 0
      ? []
      : [
          isJapanese
            ? `取得単価のない行があるため、単価を変えない銘柄：${list(unpriced)}。`
            : `A line has no price, so the price stays as it is: ${list(unpriced)}.`,
        ]),
  ];
}

export interface ImportSection {
  readonly title: string;
  /** With texts of the file in them, which are a stranger's. */
  readonly lines: readonly string[];
}

/** What becomes of the list, and of every line of the file; what there is nothing of is left out. */
export function importSections(plan: ImportPlan, language: Language): ImportSection[] {
  const { list, added, changed, same, kept, leftOut } = plan;
  const titles = sectionWords[language];
  const stocks = (all: readonly ImportedStock[]) => all.map((stock) => stockWords(stock, language));
  const codes = (all: readonly string[]) => (all.length === 0 ? [] : [all.join(" ")]);
  const sections = [
    { title: titles.added(list, added.length), lines: stocks(added) },
    { title: titles.changed(changed.length), lines: stocks(changed) },
    { title: titles.same(same.length), lines: codes(same) },
    { title: titles.kept(kept.length), lines: codes(kept) },
    { title: titles.leftOut(leftOut.length), lines: leftOut.map((line) => leftOutText(line, language)) },
  ];
  return sections.filter(({ lines }) => lines.length > 0);
}

const some = (count: number, one: string) => `${count} ${one}${count === 1 ? "" : "s"}`;

const sectionWords = {
  en: {
    added: (list: string, count: number) => `Added to ${list}: ${some(count, "stock")}`,
    changed: (count: number) => `Changed: ${some(count, "stock")}`,
    same: (count: number) => `As before: ${some(count, "stock")}`,
    kept: (count: number) => `On the list and not in the file, so it stays: ${some(count, "stock")}`,
    leftOut: (count: number) => `Left out: ${some(count, "line")}`,
  },
  ja: {
    added: (list: string, count: number) => `${list} に追加：${count}銘柄`,
    changed: (count: number) => `変更：${count}銘柄`,
    same: (count: number) => `変更なし：${count}銘柄`,
    kept: (count: number) => `ファイルになく、リストに残す銘柄：${count}銘柄`,
    leftOut: (count: number) => `取り込まない行：${count}行`,
  },
};

const cellLabels: Readonly<Record<string, Worded>> = {
  shares: { en: "shares", ja: "株数" },
  price: { en: "price paid", ja: "取得単価" },
};

/** A stock that is added or changed, in one line. */
function stockWords(stock: ImportedStock, language: Language): string {
  const { code, cells, was, lines } = stock;
  const parts = Object.entries(cells).flatMap(([column, value]) => {
    const label = cellLabels[column]?.[language];
    const before = was?.[column];
    if (label === undefined) return [];
    return [before === undefined ? `${label} ${value}` : `${label} ${before} → ${value}`];
  });
  const many = { en: `lines ${lines.join(", ")} together`, ja: `${lines.join("、")}行目の合計` };
  const all = [...parts, ...(lines.length > 1 ? [many[language]] : [])].join(language === "ja" ? "、" : ", ");
  const named = [code, nameFor(language, stock)].filter(Boolean).join(" ");
  return all === "" ? named : `${named}${language === "ja" ? "：" : ": "}${all}`;
}

function leftOutText({ why, line, column, text }: LeftOutLine, language: Language): string {
  const reason = leftOutWords[why][language];
  return language === "ja"
    ? `${line}行目・${column}文字目「${text}」：${reason}`
    : `line ${line}, column ${column}, "${text}": ${reason}`;
}
