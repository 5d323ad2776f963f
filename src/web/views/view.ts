/** A view of the page, as the shell knows it. A new view is a folder beside this file and a line in index.ts. */

import type { ComponentType } from "preact";
import type { Language } from "../../model/language.ts";

export interface ViewProps {
  /** What the address has behind the view's path: `#/stock/7203` has ["7203"]. Untrusted. */
  readonly rest: readonly string[];
  /** What the address has behind its question mark: filters, so that what is seen can be shared. Untrusted. */
  readonly query: URLSearchParams;
  /** What the view keeps by name while another one is shown, as long as the page is open. */
  readonly kept: Map<string, string>;
}

export interface View {
  /** First part of its address: `inbox` in `#/inbox`. */
  readonly path: string;
  /** Its texts; the menu calls it by its title. */
  readonly words: Readonly<Record<Language, { readonly title: string }>>;
  /** Whether the menu leads to it; the others are reached by links. */
  readonly inMenu: boolean;
  readonly Page: ComponentType<ViewProps>;
}
