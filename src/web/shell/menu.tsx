/** The menu of views: a row of links; on a telephone it opens by a button, and closes once one is chosen. */
/// <reference lib="dom" />
import { useEffect, useState } from "preact/hooks";
import { useNarrow } from "../parts/narrow.ts";
import { views } from "../views/index.ts";
import { link, useAddress } from "./address.ts";
import { useLanguage, useWords } from "./language.tsx";
import { words } from "./words.ts";

export function Menu({ current }: { readonly current: string | undefined }) {
  const said = useWords(words);
  const language = useLanguage();
  const { path } = useAddress();
  const isNarrow = useNarrow();
  const [isOpen, setOpen] = useState(false);
  useEffect(() => setOpen(false), [path]);
  return (
    <nav aria-label={said.views}>
      {isNarrow && (
        <button type="button" aria-expanded={isOpen} onClick={() => setOpen(!isOpen)}>
          {said.menu}
        </button>
      )}
      {(isOpen || !isNarrow) && (
        <ul>
          {views
            .filter(({ inMenu }) => inMenu)
            .map((view) => (
              <li key={view.path}>
                <a href={link(view.path)} aria-current={view.path === current ? "page" : undefined}>
                  {view.title[language]}
                </a>
              </li>
            ))}
        </ul>
      )}
    </nav>
  );
}
