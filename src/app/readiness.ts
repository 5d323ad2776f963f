/** What /readyz answers: to strangers states only, since a message holds hosts, paths and a service's own words. */
import type { SourceStatus, Status } from "./status.ts";

type Readiness = { readonly ready: boolean } & Record<string, unknown>;

export function readiness(
  status: Status,
  simulated: readonly string[],
  asks: "stranger" | "friend",
): Readiness {
  const ready = status.writable();
  const sources = status.sources();
  if (asks === "friend") return { ready, simulated, sources };
  const states = Object.entries(sources).map(([name, source]) => [name, statesOf(source)]);
  return { ready, simulated, sources: Object.fromEntries(states) };
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
