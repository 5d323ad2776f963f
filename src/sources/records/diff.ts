/** Compares an answer scope by scope, and notes up to where each scope is known. */

import type { Steps } from "../../lib/turns.ts";
import { laterDay } from "../../model/dates.ts";
import type { EventDraft } from "../../model/event.ts";
import { hasPublications } from "../../upstreams/record-set.ts";
import { rewrite, storedCursor, storedItems } from "../compare.ts";
import type { Diff, SourceState } from "../source.ts";
import { compareScope, forgottenBefore } from "./compare-scope.ts";
import {
  publishedOn,
  type RecordsAnswer,
  type RecordsCursor,
  type RecordsOptions,
  type ScopeAnswer,
  type Seen,
  type Stored,
} from "./state.ts";

export function* diff(answer: RecordsAnswer, state: SourceState, options: RecordsOptions): Steps<Diff> {
  const { scopes: before = {}, fields } = storedCursor<RecordsCursor>(state) ?? {};
  const scopes: Record<string, Seen> = {};
  const drafts: EventDraft[] = [];
  const writes = [];
  const firsts: ScopeAnswer[] = [];
  const covered = new Set<string>();
  for (const seen of answer.scopes) {
    const stored = storedItems<Stored>(state, seen.scope);
    const known = before[seen.scope];
    const isFresh = freshFields(fields, stored);
    const compare = options.compare.filter((field) => !isFresh(field));
    const compared = yield* compareScope(seen, stored, known, { ...options, compare });
    if (known === undefined) firsts.push(seen);
    else {
      drafts.push(...compared.drafts);
      for (const item of compared.seenAgain) covered.add(item);
    }
    scopes[seen.scope] = reached(seen, known, options);
    writes.push(rewrite(seen.scope, stored, compared.after));
  }
  for (const [scope, known] of Object.entries(before)) {
    if (scope in scopes) continue;
    if (answer.watched.includes(scope)) scopes[scope] = known;
    // Nobody watches it any more. Watched again, it is a first sight.
    else writes.push(rewrite(scope, state.items(scope), new Map()));
  }
  const items = firsts.reduce((sum, { records }) => sum + records.size, 0);
  return {
    drafts,
    put: writes.flatMap(({ put }) => put),
    drop: writes.flatMap(({ drop }) => drop),
    cursor: { scopes, fields: Object.keys(options.set.fields) } satisfies RecordsCursor,
    covers: covered.size,
    published: newestPublication(answer, options),
    ...(firsts.length === 0 ? {} : { baselined: { items, scopes: firsts.map(({ scope }) => scope) } }),
  };
}

/** Whether a field could not be read when the records were stored: that it has a value now is our news alone. */
function freshFields(
  fields: readonly string[] | undefined,
  stored: ReadonlyMap<string, Stored>,
): (field: string) => boolean {
  const known = new Set(fields ?? [...stored.values()].flatMap(({ record }) => Object.keys(record)));
  return (field) => !known.has(field);
}

/** The newest day of which a record came. */
function newestPublication({ scopes }: RecordsAnswer, { set }: RecordsOptions): string | undefined {
  if (!hasPublications(set)) return undefined;
  let newest = "";
  for (const { records } of scopes)
    for (const { record } of records.values()) newest = laterDay(newest, publishedOn(record, set) ?? "");
  return newest === "" ? undefined : newest;
}

/** Computes how far the scope is known now. */
function reached(answer: ScopeAnswer, known: Seen | undefined, options: RecordsOptions): Seen {
  const to = latest(known?.to, answer.to ?? answer.days?.at(-1));
  if (answer.from === undefined) return seen(undefined, to);
  const [from] = [answer.from, known?.from ?? answer.from].sort();
  return seen(latest(from, forgottenBefore(answer, options)), to);
}

function seen(from: string | undefined, to: string | undefined): Seen {
  return { ...(from === undefined ? {} : { from }), ...(to === undefined ? {} : { to }) };
}

function latest(a: string | undefined, b: string | undefined): string | undefined {
  if (a === undefined || b === undefined) return a ?? b;
  return laterDay(a, b);
}
