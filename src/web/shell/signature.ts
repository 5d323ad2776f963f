/** The name with which a reader signs what they do, kept in the browser; others see it beside an alert. */
/// <reference lib="dom" />

const key = "yagura.name";
const longest = 60;

/** The name that the reader gave; empty where they gave none. */
export function rememberedName(): string {
  return localStorage.getItem(key) ?? "";
}

export function rememberName(name: string): void {
  localStorage.setItem(key, name.trim().slice(0, longest));
}
