/**
 * What files of holdings call their columns and sections. Columns are known by their names, wherever they stand, so that
 * a new version of a broker's file is read as long as it calls them so.
 */
import type { LeftOutReason } from "../../model/imported.ts";

type Role = "code" | "shares" | "price" | "name" | "kind" | "market" | "side";

/** Names by what a column holds, the one that counts most first. Written as `headingName` gives them. */
const names: Readonly<Record<Role, readonly string[]>> = {
  code: [
    ...["銘柄コード", "銘柄コード・ティッカー", "証券コード", "コード", "code", "local code", "localcode"],
    // The code and the name in one cell.
    ...["銘柄(コード)", "銘柄コード・銘柄名", "銘柄コード/銘柄名", "コード・銘柄名", "銘柄名(コード)"],
    ...["ティッカー", "ticker", "symbol", "銘柄", "銘柄名", "銘柄名称"],
  ],
  shares: [
    ...["保有株数", "保有数量", "保有数", "保有残高", "残高株数", "残高数量", "数量", "株数"],
    ...["shares", "quantity", "qty"],
  ],
  price: [
    ...[
      "平均取得単価",
      "平均取得価額",
      "平均取得価格",
      "取得単価",
      "取得価額",
      "取得価格",
      "取得平均",
      "買付単価",
    ],
    ...["参考単価", "average price", "avg price", "average cost", "avg cost", "cost", "price"],
  ],
  name: ["銘柄名", "銘柄名称", "名称", "会社名", "銘柄", "name", "company"],
  kind: ["種別", "商品", "商品区分", "商品種別", "資産区分", "証券種別"],
  market: ["市場", "取引市場", "上場市場", "market"],
  side: ["売買", "売買区分", "建区分", "建玉区分"],
};

/** Columns of what is no stock, by what their rows are. */
const otherColumns: readonly (readonly [RegExp, LeftOutReason])[] = [
  [/^(ファンド|ファンド名|基準価額|分配金コース|分配金受取方法)$/, "fund"],
  [/^(利率(\(%\))?|償還日|利払日|保有額面)$/, "bond"],
  [/^(建株数|建単価|平均建単価|建玉数量|建玉株数|建日|建玉金額)$/, "margin"],
];

/** Columns of what was done, and is not held: files of trades, orders, gains and dividends. */
const historyColumn =
  /^(約定(日|時間|数量|単価|価格|代金|金額)|受渡日|取引[日]|入金日|実現損益|譲渡益|注文(日|番号|数量|単価|状況)|売却\/決済)/;

/** Currencies behind the name of a column of prices. */
const foreignMoney = /ドル|usd|外貨/i;

export interface ListHeading {
  /** Place of each column, from 0; absent: there is none. */
  readonly at: Readonly<Partial<Record<Role, number>>>;
  /** Cells of a row, without empty ones behind the last name. */
  readonly width: number;
  /** What its rows are where they are no stocks. */
  readonly other: LeftOutReason | undefined;
  /** A column of a history; its place. */
  readonly history: number | undefined;
  /** A second column of the same name and meaning; its place. */
  readonly twice: number | undefined;
}

/** A name without its unit and blanks: `保有数量［株］` is 保有数量. */
function headingName(cell: string): string {
  const name = cell.normalize("NFKC").toLowerCase().trim().replace(/\s+/g, " ");
  return name
    .replace(/(?<=\P{ASCII}) | (?=\P{ASCII})/gu, "")
    .replace(/[[(【](円|株|口|株数|株\/口|円\/株|yen|jpy|ドル|米ドル|香港ドル|usd|外貨)[\])】]$/, "");
}

/** What a row says of the columns below it; undefined: it names none. */
export function headingOf(cells: readonly string[]): ListHeading | undefined {
  const own = cells.map(headingName);
  const at: Partial<Record<Role, number>> = {};
  let twice: number | undefined;
  for (const role of Object.keys(names) as Role[]) {
    const best = names[role].find((name) => own.includes(name));
    if (best === undefined) continue;
    at[role] = own.indexOf(best);
    if (own.lastIndexOf(best) !== at[role]) twice ??= own.lastIndexOf(best);
  }
  const others = otherColumns.find(([form]) => own.some((name) => form.test(name)));
  const named = new Set(Object.values(at)).size + (others === undefined ? 0 : 1);
  const isAlone = own.filter((name) => name !== "").length === 1;
  if (
    named < 2 &&
    !(isAlone && own.some((name) => ["code", "コード", "銘柄コード", "証券コード"].includes(name)))
  )
    return undefined;
  const history = own.findIndex((name) => historyColumn.test(name));
  const isForeign = at.price !== undefined && foreignMoney.test(cells[at.price] ?? "");
  return {
    at,
    width: own.findLastIndex((name) => name !== "") + 1,
    other: others?.[1] ?? (isForeign ? "foreign" : undefined),
    history: history < 0 ? undefined : history,
    twice,
  };
}

/** What a section's title, or a cell about the kind of a holding, says that its rows are; undefined: nothing. */
export function kindSaid(text: string): LeftOutReason | "stock" | undefined {
  return kinds.find(([form]) => form.test(text))?.[1];
}

const kinds: readonly (readonly [RegExp, LeftOutReason | "stock"])[] = [
  [/信用|建玉|先物|オプション/, "margin"],
  [/米国|外国|海外|中国|香港|アセアン|ドル建/, "foreign"],
  [/債券|国債|社債/, "bond"],
  [/上場|ETF|REIT/i, "stock"],
  [/投資信託|投信|ファンド/, "fund"],
  [/為替|預り金|預かり金|現金|MRF|MMF|金・|プラチナ|保険/, "other"],
  [/株式|国内株/, "stock"],
];

const foreignMarkets = /NASDAQ|NYSE|AMEX|ARCA|HKEX|香港|上海|深圳|深セン|米国/i;

export function isForeignMarket(text: string): boolean {
  return foreignMarkets.test(text);
}

/** A line of totals. */
export function isTotal(text: string): boolean {
  return /合計|小計|総計|^total/i.test(text);
}
