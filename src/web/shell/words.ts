/** Texts of the shell. */
const en = {
  skip: "Skip to the content",
  views: "Views",
  other: "日本語",
  otherLang: "ja",
  theme: "Theme",
  themes: { system: "As the system", light: "Light", dark: "Dark" },
  times: "All times are in Japan (JST).",
  connecting: "connecting",
  live: "live",
  behind: (reason: string) => `behind: ${reason}`,
  closed: (reason: string) => `not connected: ${reason}`,
  gap: (from: number, to: number) => `Entries ${from} to ${to} are no longer kept and are not shown.`,
};

export const words: Record<"en" | "ja", typeof en> = {
  en,
  ja: {
    skip: "本文へ",
    views: "表示",
    other: "English",
    otherLang: "en",
    theme: "配色",
    themes: { system: "システムに合わせる", light: "ライト", dark: "ダーク" },
    times: "時刻はすべて日本時間（JST）です。",
    connecting: "接続中",
    live: "接続済み",
    behind: (reason) => `遅れています：${reason}`,
    closed: (reason) => `接続していません：${reason}`,
    gap: (from, to) => `${from} から ${to} までの記録は残っておらず、表示できません。`,
  },
};
