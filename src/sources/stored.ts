/**
 * Reading back what a source's own diff wrote, with its type. State is written by nobody else, so this is the
 * one place that trusts it; and what is written is told apart from what was there.
 */
import type { Diff, SourceState } from "./source.ts";

export function storedItems<Body>(state: SourceState, scope: string): ReadonlyMap<string, Body> {
  return state.items(scope) as ReadonlyMap<string, Body>;
}

export function storedItem<Body>(state: SourceState, scope: string, key: string): Body | undefined {
  return state.item(scope, key) as Body | undefined;
}

export function storedCursor<Cursor>(state: SourceState): Cursor | undefined {
  return state.cursor as Cursor | undefined;
}

export function saysTheSame(before: unknown, after: unknown): boolean {
  return before === after || (before !== undefined && JSON.stringify(before) === JSON.stringify(after));
}

/** Finds the writes that turn the content of a scope from `before` into `after`; equal bodies are left alone. */
export function rewrite(
  scope: string,
  before: ReadonlyMap<string, unknown>,
  after: ReadonlyMap<string, unknown>,
): Pick<Diff, "put" | "drop"> {
  const put = [...after]
    .filter(([key, body]) => !saysTheSame(before.get(key), body))
    .map(([key, body]) => ({ scope, key, body }));
  const drop = [...before.keys()].filter((key) => !after.has(key)).map((key) => ({ scope, key }));
  return { put, drop };
}
