/** How each source is doing: for heartbeats, health checks, metrics and `yagura sources`. */
import type { HoldFacts, Outage, PublicationFacts, SourceWrite } from "../model/commit.ts";
import type { StoreNews } from "../model/news-items.ts";
import { isLeftBehind, type MachineAnswer } from "../model/page/machine.ts";
import type { ShownSource } from "../model/page/sources.ts";
import type { StoreError } from "../model/store-faults.ts";
import type { Committed } from "../pipeline/change.ts";

/** States of a source: "waiting" until the first poll of this database succeeded. */
export const sourceStates = ["waiting", "ok", "failing", "quarantined"] as const;

export interface SourceStatus {
  readonly state: (typeof sourceStates)[number];
  /** Last success, ISO. */
  readonly lastSuccess?: string;
  /** Since when and why a source fails; since when it is in quarantine, and what was rewritten. */
  readonly since?: string;
  readonly reason?: string;
  readonly message?: string;
  /** Number of items that were rewritten, for a source in quarantine. */
  readonly items?: number;
  /** Outage of a source in quarantine that fails as well. */
  readonly outage?: Outage;
  /** The publication that has not come in time, whatever the state. */
  readonly late?: PublicationFacts["late"];
}

export interface Status {
  sources(): Record<string, SourceStatus>;
  /** Whether the findings of its last poll could not be written. */
  isUnwritten(source: string): boolean;
  report(committed: Committed): void;
  /** Takes in what was written of a source, by this machine or another. */
  written(write: SourceWrite): void;
}

/** Why a source is not well though its service is: what a poll found could not be written. */
export const unwrittenReason = "unwritten";

export interface SourceRecord {
  /** Set while findings of polls could not be written; the next poll finds them again. */
  readonly unwritten?: Outage | undefined;
  readonly outage: Outage | null;
  readonly hold: HoldFacts | null;
  /** ms since 1970. */
  readonly successAt?: number | undefined;
  readonly late?: PublicationFacts["late"];
}

export function sourceStatus({ unwritten, outage, hold, successAt, late }: SourceRecord): SourceStatus {
  const seen = {
    ...(successAt === undefined ? {} : { lastSuccess: new Date(successAt).toISOString() }),
    ...(late === undefined ? {} : { late }),
  };
  // A state that waits for a person comes first; an outage may end by itself.
  if (hold) return { state: "quarantined", ...seen, ...hold, ...(outage ? { outage } : {}) };
  if (unwritten) return { state: "failing", ...seen, ...unwritten };
  if (outage) return { state: "failing", ...seen, ...outage };
  return { state: successAt === undefined ? "waiting" : "ok", ...seen };
}

/** @param stored what the database knows of each source that was ever polled */
export function createStatus(
  names: readonly string[],
  stored: readonly (SourceRecord & { readonly name: string })[],
): Status {
  const unknown: SourceRecord = { outage: null, hold: null };
  const records = new Map(names.map((name) => [name, stored.find((row) => row.name === name) ?? unknown]));
  const take = (write: SourceWrite): void => {
    const before = records.get(write.name) ?? unknown;
    const successAt = write.successAt ?? before.successAt;
    const { late } = write.publication ?? before;
    const hold = holdAfter(before.hold, write);
    records.set(write.name, { outage: write.outage, hold, successAt, ...(late ? { late } : {}) });
  };
  return {
    sources: () => Object.fromEntries([...records].map(([name, each]) => [name, sourceStatus(each)])),
    isUnwritten: (source) => records.get(source)?.unwritten !== undefined,
    report({ change, error }) {
      const written = change.batch.source;
      if (!written) return;
      if (error === undefined) return take(written);
      const { name, attemptAt } = written;
      // The person who decided about a quarantine knows of it; no poll found it.
      if (attemptAt === undefined) return;
      const before = records.get(name) ?? unknown;
      const unwritten = before.unwritten ?? unwrittenSince(attemptAt, error);
      records.set(name, { ...before, unwritten });
    },
    written: take,
  };
}

function unwrittenSince(at: number, { message }: Error): Outage {
  return { since: new Date(at).toISOString(), reason: unwrittenReason, message };
}

function holdAfter(before: HoldFacts | null, { hold }: SourceWrite): HoldFacts | null {
  if (hold === undefined) return before;
  if ("end" in hold || hold.stage !== "held") return null;
  const { since, items, message } = hold;
  return { since, items, message };
}

type Readiness = { readonly ready: boolean } & Record<string, unknown>;

/** Why a machine of a cluster is not ready though it can write. */
export const leftBehindReason = "this machine is left behind by the cluster";

type NextPoll = Pick<ShownSource, "nextAt" | "nextWhy">;

export interface Ready {
  /** Why the database cannot be written. */
  readonly failure: StoreError | undefined;
  /** News of the start that the database was put back. */
  readonly putBack: StoreNews | undefined;
  /** The machine, where it is one of a cluster. */
  readonly cluster?: MachineAnswer | undefined;
  readonly simulated: readonly string[];
  readonly status: Pick<Status, "sources">;
  /** When a source is polled next, ms since 1970, and why then; empty: no poll is in sight. */
  next(source: string): NextPoll;
}

/** Answer of /readyz: to strangers states only, since a message holds hosts, paths and a service's own words. */
export function readiness(
  { failure, putBack, cluster, simulated, status, next }: Ready,
  asks: "stranger" | "friend",
): Readiness {
  const sources = status.sources();
  const isBehind = cluster !== undefined && isLeftBehind(cluster);
  const database = { ready: failure === undefined && !isBehind, database: failure?.fault ?? "ok" };
  const error = failure?.message ?? (isBehind ? leftBehindReason : undefined);
  if (asks === "friend")
    return {
      ...database,
      ...(error === undefined ? {} : { error }),
      ...(cluster ? { cluster } : {}),
      ...(putBack ? { putBack } : {}),
      simulated,
      sources: Object.fromEntries(
        Object.entries(sources).map(([name, source]) => [name, { ...source, ...nextOf(next(name)) }]),
      ),
    };
  const states = Object.entries(sources).map(([name, source]) => [name, statesOf(source)]);
  const machine = cluster && { part: cluster.part, behind: cluster.behind };
  return {
    ...database,
    ...(machine && { cluster: machine }),
    simulated,
    sources: Object.fromEntries(states),
  };
}

function nextOf({ nextAt: at, nextWhy }: NextPoll) {
  if (at === undefined) return {};
  return { nextAt: new Date(at).toISOString(), ...(nextWhy && { nextWhy }) };
}

/** Named one by one, so that what a state gets besides stays inside. */
function statesOf({ state, lastSuccess, since, reason, items, late }: SourceStatus): Partial<SourceStatus> {
  return {
    state,
    ...(lastSuccess === undefined ? {} : { lastSuccess }),
    ...(since === undefined ? {} : { since }),
    ...(reason === undefined ? {} : { reason }),
    ...(items === undefined ? {} : { items }),
    ...(late === undefined ? {} : { late }),
  };
}
