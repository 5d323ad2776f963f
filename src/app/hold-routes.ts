/** The calls on the feed's port that decide about what a source holds back. */
import { StoreError } from "../model/store-faults.ts";
import type { JsonRoute } from "../outputs/output.ts";
import type { Change } from "../pipeline/diff.ts";
import { type Decision, decide } from "../pipeline/quarantine-change.ts";
import type { Store } from "../store/store.ts";

export interface HoldRouteParts {
  readonly store: Pick<Store, "hold" | "heldDrafts" | "outage">;
  /** Names of the sources that are watched. */
  readonly sources: readonly string[];
  /** Commits the change; throws when that could not be written. */
  tell(change: Change): void;
}

/** Where a monitor takes each decision, as a POST of {source}. */
export const holdPaths: Readonly<Record<Decision, string>> = {
  release: "/control/sources/release",
  discard: "/control/sources/discard",
};

/** 200 {source, items, events}: done; 404: no such source; 409: nothing is held; 503: it could not be written. */
export function holdRoutes(parts: HoldRouteParts): JsonRoute[] {
  return (["release", "discard"] as const).map((decision) => ({
    method: "POST",
    path: holdPaths[decision],
    answer: ({ body }) => take(decision, body, parts),
  }));
}

function take(decision: Decision, body: unknown, { store, sources, tell }: HoldRouteParts) {
  const source = sourceIn(body);
  if (source === undefined) return refusal(400, "send {source}");
  if (!sources.includes(source)) return refusal(404, "the monitor watches no such source");
  const hold = store.hold(source);
  const change = decide(source, decision, store);
  if (hold === null || change === undefined) return refusal(409, `nothing of ${source} is held`);
  try {
    tell(change);
  } catch (error) {
    if (error instanceof StoreError) return refusal(503, error.message);
    throw error;
  }
  return { status: 200, body: { source, items: hold.items, events: change.drafts.length - 1 } };
}

function refusal(status: number, error: string) {
  return { status, body: { error } };
}

function sourceIn(body: unknown): string | undefined {
  if (typeof body !== "object" || body === null || !("source" in body)) return undefined;
  return typeof body.source === "string" ? body.source : undefined;
}
