/** The saved views: links to them, and a field to keep the present one under a name. */
import { useEffect, useRef, useState } from "preact/hooks";
import { link } from "../../state/address.ts";
import { useWords } from "../../state/reader.ts";
import {
  rememberedViews,
  rememberViews,
  type SavedView,
  savedWith,
  savedWithout,
  viewQuery,
} from "./saved-views.ts";
import { words } from "./words.ts";

export function SavedViews({ query }: { readonly query: URLSearchParams }) {
  const said = useWords(words);
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
        <ul aria-label={said.views}>
          {views.map(({ name, query: own }) => (
            <li key={name}>
              <a href={link("inbox", [], new URLSearchParams(own))} aria-current={own === present}>
                {name}
              </a>
              <button
                type="button"
                aria-label={said.deleteView(name)}
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
          {said.saveView}
        </button>
      )}
    </div>
  );
}

function Naming({ save, cancel }: { save(name: string): void; cancel(): void }) {
  const said = useWords(words);
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
        aria-label={said.viewName}
        placeholder={said.viewName}
        autocomplete="off"
        maxLength={60}
        required
      />
      <button type="submit">{said.save}</button>
    </form>
  );
}
