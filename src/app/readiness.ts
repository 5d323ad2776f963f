/** What /readyz answers: to strangers states only, since a message holds hosts, paths and a service's own words. */
import type { StoreNews } from "../model/news-items.ts";
import type { StoreError } from "../model/store-error.ts";
import type { SourceStatus, Status } from "./status.ts";

type Readiness = { readonly ready: boolean } & Record<string, unknown>;

export interface Ready {
  /** Why the database cannot be written. */
  readonly failure: StoreError | undefined;
  /** What was noticed at the start of a database that was put back. */
  readonly putBack: StoreNews | undefined;
  readonly simulated: readonly string[];
  readonly status: Pick<Status, "sources">;
}

export function readiness(
  { failure, putBack, simulated, status }: Ready,
  asks: "stranger" | "friend",
): Readiness {
  const sources = status.sources();
  const database = { ready: failure === undefined, database: failure?.fault ?? "ok" };
  if (asks === "friend")
    return {
      ...database,
      ...(failure ? { error: failure.message } : {}),
      ...(putBack ? { putBack } : {}),
      simulated,
      sources,
    };
  const states = Object.entries(sources).map(([name, source]) => [name, statesOf(source)]);
  return { ...database, simulated, sources: Object.fromEntries(states) };
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
