/** Texts of the days ahead. */
const en = {
  title: "Dates ahead",
  about: (from: string, to: string) =>
    `What is known to come for the stocks on your watchlists, and the next publication of each source, from ${from} to ${to}.`,
  none: "Nothing is known to come for your stocks in these days.",
  noSource:
    "No source of dates is configured. Watch dates of results, or market/fins/dividend as a set of records (docs/sources.md).",
  day: "Day",
  stock: "Stock",
  what: "What",
  source: "Source",
  publication: "Publication expected",
  days: (count: number) => `${count} days`,
  whose: { mine: "My watchlists", all: "All watchlists" },
  calendar: "In a calendar program: see docs/page.md, Dates ahead.",
};

export const datesWords: Record<"en" | "ja", typeof en> = {
  en,
  ja: {
    title: "今後の予定",
    about: (from, to) => `${from}から${to}までの、ウォッチリストの銘柄の予定と、各情報源の次の公表予定です。`,
    none: "この期間に、銘柄の予定はありません。",
    noSource:
      "予定を知らせる情報源が設定されていません。決算発表予定日、またはデータセット market/fins/dividend を監視してください（docs/sources.ja.md）。",
    day: "日付",
    stock: "銘柄",
    what: "予定",
    source: "情報源",
    publication: "公表予定",
    days: (count) => `${count}日間`,
    whose: { mine: "自分のウォッチリスト", all: "すべてのウォッチリスト" },
    calendar: "カレンダーソフトに表示する方法は、docs/page.ja.md の「今後の予定」にあります。",
  },
};
