/** The state of each source, as the heartbeat tells it. */
/// <reference lib="dom" />
import { make } from "./elements.ts";

/** What the heartbeat and /readyz say of a source. */
interface SourceFacts {
  readonly state?: string;
  readonly reason?: string;
  readonly since?: string;
  readonly late?: { readonly day?: string };
}

export function sourceItems(sources: Readonly<Record<string, unknown>>): HTMLElement[] {
  return Object.entries(sources).map(([name, told]) => {
    const { state = "unknown", reason, since, late } = (told ?? {}) as SourceFacts;
    const why = since === undefined ? "" : ` (${reason === undefined ? "" : `${reason}, `}since ${since})`;
    const missing = late?.day === undefined ? "" : `, the publication of ${late.day} is late`;
    const waiting = state === "failing" || state === "quarantined" || missing !== "";
    return make("li", `${name}: ${state}${why}${missing}`, waiting ? "failed" : "");
  });
}
