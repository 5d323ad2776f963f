/** A view of the page, as the shell knows it. A new view is a folder beside this file and a line in index.ts. */
import type { ComponentType } from "preact";
import type { Both } from "../state/reader.ts";

export interface ViewProps {
  /** What the address has behind the view's path: `#/stock/7203` has ["7203"]. Untrusted. */
  readonly rest: readonly string[];
  /** What the address has behind its question mark: filters, so that what is seen can be shared. Untrusted. */
  readonly query: URLSearchParams;
}

export interface View {
  /** First part of its address: `inbox` in `#/inbox`. */
  readonly path: string;
  readonly title: Both;
  /** Whether the menu leads to it; the others are reached by links. */
  readonly inMenu: boolean;
  readonly Page: ComponentType<ViewProps>;
}
