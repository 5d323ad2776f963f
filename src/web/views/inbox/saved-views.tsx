/** Views that a reader saved under a name: the filters of an address, kept in the browser, with links to them. */
import { useEffect, useRef, useState } from "preact/hooks";
import { link } from "../../state/address.ts";
import { useWords } from "../../state/reader.ts";
import { unfiltered } from "./list.ts";
import { inboxWords } from "./words.ts";

interface SavedView {
  readonly name: string;
  /** Filters as the address has them, such as `rule=short-large&severity=critical`. */
  readonly query: string;
}

const key = "yagura.views";
const most = { views: 50, name: 60 };

function rememberedViews(): SavedView[] {
  return viewsIn(localStorage.getItem(key));
}

function rememberViews(views: readonly SavedView[]): void {
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

export function SavedViews({ query }: { readonly query: URLSearchParams }) {
  const words = useWords(inboxWords);
  const [views, setViews] = useState<readonly SavedView[]>(rememberedViews);
  const [isNaming, setNaming] = useState(false);
  const keep = (next: readonly SavedView[]) => {
    rememberViews(next);
    setViews(next);
  };
  const present = viewQuery(query);
  return (
    <div class="saved-views">
      {views.length > 0 && (
        <ul aria-label={words.views}>
          {views.map(({ name, query: own }) => (
            <li key={name}>
              <a href={link("inbox", [], new URLSearchParams(own))} aria-current={own === present}>
                {name}
              </a>
              <button
                type="button"
                aria-label={words.deleteView(name)}
                onClick={() => keep(savedWithout(views, name))}
              >
                ×
              </button>
            </li>
          ))}
        </ul>
      )}
      {isNaming ? (
        <Naming
          save={(name) => {
            keep(savedWith(views, name, query));
            setNaming(false);
          }}
          cancel={() => setNaming(false)}
        />
      ) : (
        <button type="button" class="plain" onClick={() => setNaming(true)}>
          {words.saveView}
        </button>
      )}
    </div>
  );
}

function Naming({ save, cancel }: { save(name: string): void; cancel(): void }) {
  const words = useWords(inboxWords);
  const field = useRef<HTMLInputElement>(null);
  useEffect(() => field.current?.focus(), []);
  const submit = (event: Event) => {
    event.preventDefault();
    save(field.current?.value ?? "");
  };
  return (
    <form onSubmit={submit} onKeyDown={({ key }) => key === "Escape" && cancel()}>
      <input
        ref={field}
        aria-label={words.viewName}
        placeholder={words.viewName}
        autocomplete="off"
        maxLength={60}
        required
      />
      <button type="submit">{words.save}</button>
    </form>
  );
}
