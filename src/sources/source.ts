/**
 * The interface of a source. `poll` asks the service and is the only part that waits; `diff` is pure and
 * compares the answer with the stored state. A source never writes: what diff returns is committed with
 * the events in one transaction, so a crash between two polls loses and repeats nothing.
 */
import type { Failure, Oddities } from "../lib/failure.ts";
import type { Steps } from "../lib/turns.ts";
import type { EventDraft } from "../model/event.ts";

/** A stored item of a source. `scope` is what is baselined together: a stock code, a term, a database, or "". */
interface StoredItem {
  readonly scope: string;
  readonly key: string;
  readonly body: unknown;
}

/** Keys with the fields asked for, which hold texts or numbers. */
type ItemPage = readonly (readonly [key: string, ...fields: (string | number | null)[]])[];

/** Stored state of one source, as of the last commit. */
export interface SourceState {
  /** Cursor of the last diff; undefined before the first commit. */
  readonly cursor: unknown;
  item(scope: string, key: string): unknown;
  /** All items of a scope: key to body. */
  items(scope: string): ReadonlyMap<string, unknown>;
  /**
   * Reads items that are too many to read at once: their keys, and of each body these fields, null for an absent one.
   * At most `limit` items, in the order of keys, after the key `after`; "" for the first.
   */
  page(scope: string, fields: readonly string[], after: string, limit: number): ItemPage;
}

/** A part of a poll that failed while others did not: one stock of fifty, one ranking of three. */
export interface PartFailure {
  readonly scope: string;
  readonly failure: Failure;
}

export interface Polled<Answer> {
  readonly answer: Answer;
  /**
   * Parts that failed; they are not in the answer and their state stays as it is. One with the reason `unknown-code` does
   * not make the source fail.
   */
  readonly failures: readonly PartFailure[];
  /** Oddities in the answers that did not stop the poll. A record that was set aside keeps its item as it was. */
  readonly oddities?: Oddities;
  /**
   * More of the same poll, where it is too much to be written at once: asked for when this part was committed.
   * Undefined where there is no use in going on. Its failures and oddities include those of the parts before.
   */
  readonly next?: () => Promise<Polled<Answer> | undefined>;
  /**
   * Most items that the parts still to come may rewrite; said by each part where all of them are one change, which may
   * turn out to be a mass rewrite. Left out: each part is judged by itself, as at a first sight.
   */
  readonly toCome?: number;
}

export interface Diff {
  /** Events in the order in which they go on the log. */
  readonly drafts: readonly EventDraft[];
  readonly put: readonly StoredItem[];
  readonly drop: readonly { readonly scope: string; readonly key: string }[];
  readonly cursor: unknown;
  /**
   * Number of items of which the poll saw something again that was published before, rewritten or not. Absent: the
   * source tells no rewrites, and never goes into quarantine.
   */
  readonly covers?: number;
  /** The newest day (YYYY-MM-DD) whose publication the answer shows; absent: it shows none, or there are none. */
  readonly published?: string | undefined;
  /** Items stored without being told, at the first sight of a scope; 0 or absent: none. */
  readonly baselined?: { readonly items: number; readonly scopes: readonly string[] };
}

export interface PollContext {
  readonly state: SourceState;
  /** Aborted when the program stops. */
  readonly signal: AbortSignal;
  /** The parts to ask for, of those that the last poll watched; left out: all that there are now. */
  readonly scopes?: readonly string[] | undefined;
  /** Called with the place that a long poll has reached, for the log. */
  readonly progress?: (at: string) => void;
}

/** How much is expected of a part of a source. */
export interface Pace {
  readonly scope: string;
  /** New items an hour. */
  readonly perHour: number;
}

export interface Source<Answer = unknown> {
  readonly name: string;
  /** Fields that only say which version an item is of, or come from elsewhere: a mass rewrite does not name them. */
  readonly asides?: readonly string[];
  /** Asks the service. Throws a Failure when nothing usable came back; any other error is a bug. */
  poll(context: PollContext): Promise<Polled<Answer>>;
  /**
   * The pace at a moment (ms since 1970) of each part that the last poll watched, so that busy ones may be polled alone.
   * Left out: it is polled whole.
   */
  paces?(state: SourceState, at: number): readonly Pace[];
  /**
   * Pure: the same answer and state give the same diff. Throws a Failure when the answer contradicts itself. A source
   * whose answers have tens of thousands of rows compares them in steps.
   */
  diff(answer: Answer, state: SourceState): Diff | Steps<Diff>;
}
