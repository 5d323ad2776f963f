/** Texts of the inbox. */
const en = { reading: "Reading what is open", none: "Nothing is open." };

export const words: Record<"en" | "ja", typeof en> = {
  en,
  ja: { reading: "未解決のアラートを読み込んでいます", none: "未解決のアラートはありません。" },
};
