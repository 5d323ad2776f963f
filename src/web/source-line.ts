import { inJapanTime } from "../lib/japan-time.ts";

/** Facts about a source from the heartbeat and /readyz. */
export interface SourceFacts {
  readonly state?: string;
  readonly reason?: string;
  readonly since?: string;
  readonly late?: { readonly day?: string };
}

/** The state of a source in a line. */
export function sourceLine(name: string, { state = "unknown", reason, since, late }: SourceFacts): string {
  const when = since === undefined ? "" : `since ${inJapanTime(since)}`;
  const why = when === "" ? "" : ` (${reason === undefined ? "" : `${reason}, `}${when})`;
  const missing = late?.day === undefined ? "" : `, the publication of ${late.day} is late`;
  return `${name}: ${state}${why}${missing}`;
}
