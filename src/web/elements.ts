/** Making and finding elements. Everything from the feed goes in as text, never as HTML. */
/// <reference lib="dom" />

/** Throws when the page lacks the element: index.html and page.ts belong together. */
export function element<Kind extends HTMLElement>(id: string, kind: new () => Kind): Kind {
  const found = document.getElementById(id);
  if (!(found instanceof kind)) throw new Error(`the page has no #${id}`);
  return found;
}

export function make(tag: string, text: string, className = ""): HTMLElement {
  const made = document.createElement(tag);
  made.textContent = text;
  if (className !== "") made.className = className;
  return made;
}

/** Puts an item on top of a list and drops what is below the `most`th. */
export function putOnTop(list: HTMLElement, item: HTMLElement, most: number): void {
  list.prepend(item);
  while (list.childElementCount > most) list.lastElementChild?.remove();
}
