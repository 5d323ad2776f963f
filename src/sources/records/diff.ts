import { laterDay } from "../../model/dates.ts";
import type { EventDraft } from "../../model/event.ts";
import { hasPublications } from "../../upstreams/record-sets.ts";
import type { Diff, SourceState } from "../source.ts";
import { rewrite, storedCursor, storedItems } from "../stored.ts";
import { compareScope } from "./compare-scope.ts";
import { keptFrom } from "./coverage.ts";
import type { RecordsOptions } from "./options.ts";
import { hasDay, publishedOn } from "./record-key.ts";
import type { RecordsAnswer, RecordsCursor, ScopeAnswer, Seen, Stored } from "./state.ts";

export function diff(answer: RecordsAnswer, state: SourceState, options: RecordsOptions): Diff {
  const before = storedCursor<RecordsCursor>(state)?.scopes ?? {};
  const scopes: Record<string, Seen> = {};
  const drafts: EventDraft[] = [];
  const writes = [];
  const firsts: ScopeAnswer[] = [];
  const covered = new Set<string>();
  for (const seen of answer.scopes) {
    const stored = storedItems<Stored>(state, seen.scope);
    const known = before[seen.scope];
    const compared = compareScope(seen, stored, known, options);
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
    cursor: { scopes } satisfies RecordsCursor,
    covers: covered.size,
    published: newestPublication(answer, options),
    ...(firsts.length === 0 ? {} : { baselined: { items, scopes: firsts.map(({ scope }) => scope) } }),
  };
}

/** The newest day of which a record came. */
function newestPublication({ scopes }: RecordsAnswer, { set }: RecordsOptions): string | undefined {
  if (!hasPublications(set)) return undefined;
  let newest = "";
  for (const { records } of scopes)
    for (const { record } of records.values()) newest = laterDay(newest, publishedOn(record, set) ?? "");
  return newest === "" ? undefined : newest;
}

/** How far the scope is known now. */
function reached(answer: ScopeAnswer, known: Seen | undefined, options: RecordsOptions): Seen {
  const [start, end] = [
    answer.from === undefined ? undefined : keptFrom(answer),
    answer.to ?? answer.days?.at(-1),
  ];
  // Records without a day in their key are kept for ever, so what was known stays known.
  const isForgotten = hasDay(options);
  const from =
    start !== undefined && known?.from !== undefined && !isForgotten && known.from < start
      ? known.from
      : start;
  const to = end !== undefined && known?.to !== undefined && known.to > end ? known.to : end;
  return { ...(from === undefined ? {} : { from }), ...(to === undefined ? {} : { to }) };
}
