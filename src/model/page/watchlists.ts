/** Answers of `/api/watchlists/...`: the lists as their files have them, with what is known of each stock. */
import type { ImportPlan } from "../imported.ts";
import type { CompanyName } from "../language.ts";
import type { Person } from "../people.ts";

/** An answer to `GET /api/watchlists`. */
export interface WatchlistsAnswer {
  readonly lists: readonly {
    readonly name: string;
    /** Number of stocks as the rules see them now. */
    readonly stocks: number;
    /** Name of its CSV file; absent: the settings have it. */
    readonly file?: string;
  }[];
}

/** Names of the company as far as they are known. */
export interface ShownStock extends CompanyName {
  readonly code: string;
  /** What the list notes of it, by column; what is empty is absent. */
  readonly cells: Readonly<Record<string, string | number>>;
  /** The newest event about it. */
  readonly last?: { readonly seq: number; readonly type: string; readonly time: string };
}

/** An answer to `GET /api/watchlists/list?name=&from=`. */
export interface WatchlistAnswer {
  readonly name: string;
  /** Hash of the whole file, by which an edit sees that it is still the same. */
  readonly hash: string;
  /** Name of the file that it is written in. */
  readonly file: string;
  /** An edit takes a restart of the monitor. */
  readonly isInSettings: boolean;
  /** All but `code`, in the order of the file. */
  readonly columns: readonly string[];
  /** Place of the first stock in the list, from 0. */
  readonly from: number;
  readonly total: number;
  readonly stocks: readonly ShownStock[];
}

/** An edit of one stock or column. */
export type WatchlistStep =
  | {
      readonly do: "add";
      readonly code: string;
      readonly cells: Readonly<Record<string, string>>;
      /** It is added also where nobody could say whether there is such a stock. */
      readonly isUnchecked?: boolean | undefined;
    }
  | { readonly do: "remove"; readonly code: string }
  /** An empty text takes a cell away. */
  | { readonly do: "change"; readonly code: string; readonly cells: Readonly<Record<string, string>> }
  /** A further column of a CSV file. */
  | { readonly do: "column"; readonly name: string };

export type WatchlistEdit =
  | WatchlistStep
  /** Several in one, all or none: they are written and undone together. */
  | { readonly do: "several"; readonly steps: readonly WatchlistStep[] };

/** A body of `POST /api/watchlists/edit`. */
export interface WatchlistEditAsked {
  readonly list: string;
  readonly hash: string;
  readonly edit: WatchlistEdit;
}

export type WatchlistEditAnswer =
  | { readonly hash: string }
  /** Nothing is written: no service could be asked for the code, for this reason, and a person is to decide. */
  | { readonly unchecked: string };

/** A body of `POST /api/watchlists/undo`: the last edit, by the hash that it answered with. */
export interface WatchlistUndoAsked {
  readonly list: string;
  readonly hash: string;
}

/** A body of `POST /api/watchlists/plan`. */
export interface ImportAsked {
  readonly list: string;
  /** The file's bytes in base64. */
  readonly file: string;
}

export type ImportAnswer =
  /** Nothing is written yet: the steps are those of the edit that does it. */
  | { readonly plan: ImportPlan; readonly steps: readonly WatchlistStep[] }
  /** The file is no list that can be imported, at this place. */
  | { readonly refused: string; readonly line: number; readonly column: number };

/** Answer of `/api/mine`: by what an open alert is told to be the reader's own. */
export interface MineAnswer {
  /** Codes of the stocks of each watchlist, as subjects of alerts have them. */
  readonly watchlists: Readonly<Record<string, readonly string[]>>;
  /** Types of the monitor's own news, such as source.failed. */
  readonly news: readonly string[];
  /** Ids of open alerts of which a route of the settings notified somebody; alerts themselves name the rule's receivers. */
  readonly routed: readonly string[];
  /** What is the person's whose token it is, as far as the settings say; absent: they name none. */
  readonly own?: Pick<Person, "watchlists" | "receivers">;
}
