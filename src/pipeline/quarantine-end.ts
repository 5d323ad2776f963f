/** The end of a quarantine: a person's decision with the change that it makes, and the calls by which it comes. */
import type { HoldFacts, Withheld } from "../model/commit.ts";
import type { EventDraft } from "../model/event.ts";
import { StoreError } from "../model/store-faults.ts";
import type { JsonRoute } from "../outputs/output.ts";
import { type Change, sourceNews } from "./change.ts";
import type { House } from "./house.ts";

export type Decision = "release" | "discard";

type Store = Pick<House["store"], "hold" | "heldDrafts" | "outage">;

/**
 * Ends a quarantine; undefined if there is none. Both decisions take the new values as the state. A release tells all
 * events of the poll. A discard leaves the rewrite out and tells the others: a new report among rewritten ones is news
 * all the same.
 */
export function decide(name: string, decision: Decision, store: Store): Change | undefined {
  const hold = store.hold(name);
  if (hold === null) return undefined;
  const drafts = store.heldDrafts(name);
  const told = decision === "release" ? drafts : drafts.filter(({ rewrites }) => rewrites === undefined);
  const news = released(name, hold, decision === "release" ? "released" : "discarded");
  const withheld = decision === "release" ? [] : withheldOf(name, hold, drafts, "discarded");
  const source = { name, put: [], drop: [], outage: store.outage(name), hold: "taken" as const };
  return { drafts: [news, ...told], batch: { source, withheld } };
}

/** Texts for each reason why a quarantine ended. */
const endings = {
  released: "released: the held events follow",
  discarded: "discarded: the new values are taken without telling the rewrite",
  "taken-back": "the service took the rewrite back; nothing of it was told",
} as const;

/** The event for the end of a quarantine. */
export function released(
  name: string,
  { since, items }: HoldFacts,
  reason: keyof typeof endings,
): EventDraft {
  return sourceNews("source.released", name, { reason, message: endings[reason], since, items });
}

/** Notes about the rewrites of a quarantine that ended without telling them; its other changes are told, or found again. */
export function withheldOf(
  source: string,
  { since }: HoldFacts,
  drafts: readonly EventDraft[],
  how: Withheld["how"],
): Withheld[] {
  return drafts
    .filter(({ rewrites }) => rewrites !== undefined)
    .map(({ type, subject }) => ({ source, type, subject, since: Date.parse(since), how }));
}

/** Where a monitor takes each decision, as a POST of {source}. */
export const decisionPaths: Readonly<Record<Decision, string>> = {
  release: "/control/sources/release",
  discard: "/control/sources/discard",
};

export interface DecisionParts {
  readonly store: Store;
  /** Names of the sources that are watched. */
  readonly sources: readonly string[];
  /** Commits the change; throws when that could not be written. */
  tell(change: Change): void;
}

/** 200 {source, items, events}: done; 404: no such source; 409: it has no quarantine; 503: it could not be written. */
export function decisionRoutes(parts: DecisionParts): JsonRoute[] {
  return (["release", "discard"] as const).map((decision) => ({
    method: "POST",
    path: decisionPaths[decision],
    answer: ({ body }) => take(decision, body, parts),
  }));
}

function take(decision: Decision, body: unknown, { store, sources, tell }: DecisionParts) {
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
