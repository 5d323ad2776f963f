/** Light or dark: as the reader chose, else as the system is. */
/// <reference lib="dom" />

export const themes = ["system", "light", "dark"] as const;
export type Theme = (typeof themes)[number];

const key = "yagura.theme";

export function rememberedTheme(): Theme {
  return themes.find((one) => one === localStorage.getItem(key)) ?? "system";
}

/** Shows a theme and keeps it in the browser. */
export function rememberTheme(theme: Theme): void {
  document.documentElement.dataset.theme = theme;
  localStorage.setItem(key, theme);
}
