import { expect } from "vitest";
import { builtInTypes } from "../../src/files/event-types.ts";
import type { Oddities } from "../../src/lib/failure.ts";
import { atOnce } from "../../src/lib/turns.ts";
import type { EventDraft } from "../../src/model/event.ts";
import type { Diff, PartFailure, Source } from "../../src/sources/source.ts";
import type { MemoryState } from "./memory-state.ts";

export interface Step extends Diff {
  readonly failures: readonly PartFailure[];
  readonly oddities: Oddities | undefined;
}

/**
 * One poll of a source, committed. Checks on the way what holds for every source: the same answer tells
 * nothing the second time, and everything told is an item of its type.
 */
export async function pollAndCommit<Answer>(
  source: Source<Answer>,
  state: MemoryState,
  progress?: (at: string) => void,
  scopes?: readonly string[],
): Promise<Step> {
  const { signal } = new AbortController();
  const context = { state, signal, scopes, ...(progress && { progress }) };
  const { answer, failures, oddities } = await source.poll(context);
  const diff = atOnce(source.diff(answer, state));
  state.apply(diff);
  const again = atOnce(source.diff(answer, state));
  expect(again.drafts).toEqual([]);
  expect(again.baselined ?? { items: 0 }).toEqual({ items: 0 });
  expect(again.put).toEqual([]);
  expect(again.drop).toEqual([]);
  for (const draft of diff.drafts) expectWellFormed(draft, source.name);
  return { ...diff, failures, oddities };
}

function expectWellFormed(draft: EventDraft, name: string): void {
  expect(draft.source).toBe(`/sources/${name}`);
  const { now, was, changed } = draft.data;
  const problems = builtInTypes.known.get(draft.type)?.item.safeParse(now).error?.issues ?? [];
  expect({ draft, problems }).toEqual({ draft, problems: [] });
  expect(changed !== undefined).toBe(was !== undefined);
  if (was !== undefined) expect(changed).not.toEqual([]);
}

/** "type subject" of each event. */
export function told({ drafts }: Pick<Diff, "drafts">): string[] {
  return drafts.map(({ type, subject }) => `${type} ${subject}`);
}
