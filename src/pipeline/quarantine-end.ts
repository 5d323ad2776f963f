/**
 * The end of a quarantine: a person's decision with the changes that it makes, and the calls by which it comes. What
 * was kept leaves part by part, each in a commit and a turn of its own; a restart goes on with it.
 */
import { defer, EMPTY, expand, filter, from, map, type Observable } from "rxjs";
import type { JsonRoute } from "../lib/http/port.ts";
import { nextTurn } from "../lib/turns.ts";
import type { HoldEnd, HoldFacts, SourceWrite, Withheld } from "../model/commit.ts";
import type { EventDraft } from "../model/event.ts";
import { StoreError } from "../model/store-faults.ts";
import { type Change, sourceNews } from "./change.ts";
import type { House } from "./house.ts";

export type Decision = "release" | "discard";

type Store = Pick<House["store"], "hold" | "heldPart" | "outage">;

/** Number of events that are kept apart, and of those among them that tell a rewrite. */
interface HeldEvents {
  readonly all: number;
  readonly rewrites: number;
}

/**
 * Ends a quarantine; undefined if there is none. Both decisions take the new values as the state. A release tells all
 * events of the poll. A discard leaves the rewrite out and tells the others: a new report among rewritten ones is news
 * all the same. What is more than one part follows by `leavingPart`.
 */
export function decide(name: string, decision: Decision, store: Store): Change | undefined {
  const hold = store.hold(name);
  if (hold?.stage !== "held") return undefined;
  const end = decision === "release" ? "released" : "discarded";
  return changeOf(name, [released(name, hold, end)], partOf(name, end, hold, store), store);
}

/** The next part of what leaves; undefined if nothing is left of it. */
export function leavingPart(name: string, store: Store): Change | undefined {
  const kept = store.hold(name);
  if (kept === null || kept.stage === "held" || kept.stage === "gathering") return undefined;
  if (kept.stage === "storing") return changeOf(name, [], torn, store);
  return changeOf(name, [], partOf(name, kept.stage, kept, store), store);
}

/** What a crash left of a change that was being stored: dropped, since the next poll finds all of it again. */
const torn: LeavingPart = {
  told: [],
  withheld: [],
  write: { put: [], drop: [], hold: { end: "told", items: [], isLast: true } },
};

export function isLeaving(name: string, store: Pick<Store, "hold">): boolean {
  const stage = store.hold(name)?.stage;
  return stage !== undefined && stage !== "held" && stage !== "gathering";
}

/** All parts that are left, as long as they can be written. */
export function leaving(name: string, { store }: Pick<House, "store">): Observable<Change> {
  const placeOf = (change: Change | undefined) => JSON.stringify(change?.batch.source?.hold);
  const nextPart = (before?: Change) => {
    if (!isLeaving(name, store)) return EMPTY;
    const next$ = from(nextTurn()).pipe(map(() => leavingPart(name, store)));
    return next$.pipe(
      filter((change) => change !== undefined),
      // A part that is there again could not be written.
      filter((change) => placeOf(change) !== placeOf(before)),
    );
  };
  return defer(() => nextPart()).pipe(expand(nextPart));
}

/** A part of what was kept, as it ends. */
export interface LeavingPart {
  readonly told: readonly EventDraft[];
  readonly withheld: readonly Withheld[];
  readonly write: Pick<SourceWrite, "put" | "drop" | "cursor" | "hold">;
}

export function partOf(
  name: string,
  end: HoldEnd,
  facts: HoldFacts,
  store: Pick<Store, "heldPart">,
): LeavingPart {
  const { drafts, put, drop, cursor, ...step } = store.heldPart(name);
  const hold = { end, ...step };
  if (end === "taken-back") {
    const withheld = withheldOf(name, facts, drafts, end);
    return { told: [], withheld, write: { put: [], drop: [], hold } };
  }
  const write = { put, drop, ...(cursor === undefined ? {} : { cursor }), hold };
  if (end !== "discarded") return { told: drafts, withheld: [], write };
  const told = drafts.filter(({ rewrites }) => rewrites === undefined);
  return { told, withheld: withheldOf(name, facts, drafts, end), write };
}

function changeOf(
  name: string,
  news: readonly EventDraft[],
  { told, withheld, write }: LeavingPart,
  store: Store,
): Change {
  const source = { name, outage: store.outage(name), ...write };
  return { drafts: [...news, ...told], batch: { source, withheld } };
}

/** Texts for each reason why a quarantine ended. */
const endings = {
  released: "released: the held events follow",
  discarded: "discarded: the new values are stored without notifications",
  "taken-back": "the service took the rewrite back; no notifications were sent",
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
function withheldOf(
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
  readonly store: Store & { heldEvents(source: string): HeldEvents };
  /** Names of the sources that are watched. */
  readonly sources: readonly string[];
  /** Commits the change; throws when that could not be written. */
  tell(change: Change): void;
}

/** 200 {source, items, events}: done; 404: no such source; 409: it has no quarantine; 503: it could not be written. */
export function decisionRoutes(parts: DecisionParts): JsonRoute[] {
  return (["release", "discard"] as const).map((decision) => ({
    right: "act",
    method: "POST",
    path: decisionPaths[decision],
    answer: ({ body }) => take(decision, body, parts),
  }));
}

async function take(decision: Decision, body: unknown, { store, sources, tell }: DecisionParts) {
  const source = sourceIn(body);
  if (source === undefined) return refusal(400, "send {source}");
  if (!sources.includes(source)) return refusal(404, "the monitor watches no such source");
  const items = store.hold(source)?.items;
  // Not counted as they leave: a poll of the source that comes meanwhile lets some of them leave, too.
  const { all, rewrites } = store.heldEvents(source);
  const first = decide(source, decision, store);
  if (first === undefined) return refusal(409, `nothing of ${source} is held`);
  try {
    for (let change: Change | undefined = first; change; change = leavingPart(source, store)) {
      tell(change);
      await nextTurn();
    }
  } catch (error) {
    if (!(error instanceof StoreError)) throw error;
    const rest = isLeaving(source, store) ? "; the next poll goes on with the rest" : "";
    return refusal(503, `${error.message}${rest}`);
  }
  return { status: 200, body: { source, items, events: decision === "release" ? all : all - rewrites } };
}

function refusal(status: number, error: string) {
  return { status, body: { error } };
}

function sourceIn(body: unknown): string | undefined {
  if (typeof body !== "object" || body === null || !("source" in body)) return undefined;
  return typeof body.source === "string" ? body.source : undefined;
}
