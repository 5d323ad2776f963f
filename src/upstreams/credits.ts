/** What a service asks whoever shows its data to say of it; one that is not named asks for nothing. */
import type { Worded } from "../model/language.ts";

export const credits: Readonly<Record<string, Worded>> = {
  statistics: {
    en: "Source: Bank of Japan, Time-Series Data Search. The Bank does not guarantee what is shown here.",
    ja: "出典：日本銀行「時系列統計データ検索サイト」。ここに示す内容は日本銀行が保証するものではありません。",
  },
};
