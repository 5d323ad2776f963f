/** Views that a reader saved under a name: the filters of an address, kept in the browser. */
import { unfiltered } from "./choose.ts";

export interface SavedView {
  readonly name: string;
  /** Filters as the address has them, such as `rule=short-large&severity=critical`. */
  readonly query: string;
}

const key = "yagura.views";
const most = { views: 50, name: 60 };

export function rememberedViews(): SavedView[] {
  return viewsIn(localStorage.getItem(key));
}

export function rememberViews(views: readonly SavedView[]): void {
  localStorage.setItem(key, JSON.stringify(views));
}

/** Whatever the browser kept: what is no view is left out. */
export function viewsIn(text: string | null): SavedView[] {
  try {
    const kept: unknown = JSON.parse(text ?? "[]");
    if (!Array.isArray(kept)) return [];
    return kept.filter(isView).map(({ name, query }) => ({ name, query }));
  } catch {
    return [];
  }
}

function isView(one: unknown): one is SavedView {
  const { name, query } = (one ?? {}) as Partial<Record<keyof SavedView, unknown>>;
  return typeof name === "string" && name !== "" && typeof query === "string";
}

/** The filters of an address in one order, so that equal views have equal texts. What is opened is no filter. */
export function viewQuery(query: URLSearchParams): string {
  const pairs = [...query].filter(([name, value]) => value !== "" && !unfiltered.includes(name));
  return String(new URLSearchParams(pairs.sort(([one], [other]) => (one < other ? -1 : 1))));
}

/** Keeps a view; one of the same name is another one from now on. Without a name, or where there are too many, none. */
export function savedWith(views: readonly SavedView[], name: string, query: URLSearchParams): SavedView[] {
  const called = name.trim().slice(0, most.name);
  const others = views.filter((one) => one.name !== called);
  if (called === "" || others.length >= most.views) return [...views];
  return [...others, { name: called, query: viewQuery(query) }];
}

export function savedWithout(views: readonly SavedView[], name: string): SavedView[] {
  return views.filter((one) => one.name !== name);
}
