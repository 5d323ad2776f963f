/** Texts of the search over alerts that are over. */
const en = {
  title: "History",
  heading: "Resolved alerts",
  open: "Open alerts",
  filters: "Search",
  none: "No resolved alert matches this search. Remove a condition, or look at the open alerts.",
  allShown: "That is all.",
  lookedTo: ["Searched back to", "."],
  more: "Earlier alerts",
  ends: { until: "end condition met", time: "no news for some time", hand: "resolved by hand" } as Record<
    string,
    string
  >,
};

export const endedWords: Record<"en" | "ja", typeof en> = {
  en,
  ja: {
    title: "履歴",
    heading: "終了したアラート",
    open: "継続中のアラート",
    filters: "検索",
    none: "条件に合う終了したアラートはありません。条件を減らすか、継続中のアラートをご覧ください。",
    allShown: "以上です。",
    lookedTo: ["", "までさかのぼって検索しました。"],
    more: "さらに前を表示",
    ends: { until: "終了条件が成立", time: "続報なし", hand: "手動で終了" },
  },
};
