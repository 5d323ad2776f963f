/** How each source is doing: for heartbeats, health checks, metrics and `yagura sources`. */
import type { Outage } from "../model/commit.ts";
import type { Committed } from "../pipeline/commit.ts";

export interface SourceStatus {
  /** "waiting" until the first poll of this database succeeded. */
  readonly state: "waiting" | "ok" | "failing";
  /** Last success, ISO. */
  readonly lastSuccess?: string;
  /** Of a failing source: since when and why. */
  readonly since?: string;
  readonly reason?: string;
  readonly message?: string;
}

export interface Status {
  sources(): Record<string, SourceStatus>;
  /** False while the database cannot be written. */
  writable(): boolean;
  report(committed: Committed): void;
}

export interface SourceRecord {
  readonly outage: Outage | null;
  /** ms since 1970. */
  readonly successAt?: number | undefined;
}

export function sourceStatus({ outage, successAt }: SourceRecord): SourceStatus {
  const seen = successAt === undefined ? {} : { lastSuccess: new Date(successAt).toISOString() };
  if (outage) return { state: "failing", ...seen, ...outage };
  return { state: successAt === undefined ? "waiting" : "ok", ...seen };
}

/** @param stored what the database knows of each source that was ever polled */
export function createStatus(
  names: readonly string[],
  stored: readonly (SourceRecord & { readonly name: string })[],
): Status {
  const unknown: SourceRecord = { outage: null };
  const records = new Map(names.map((name) => [name, stored.find((row) => row.name === name) ?? unknown]));
  let writable = true;
  return {
    sources: () => Object.fromEntries([...records].map(([name, each]) => [name, sourceStatus(each)])),
    writable: () => writable,
    report({ change, error }) {
      writable = error === undefined;
      const written = change.batch.source;
      if (!written || error) return;
      const successAt = written.successAt ?? records.get(written.name)?.successAt;
      records.set(written.name, { outage: written.outage, successAt });
    },
  };
}
