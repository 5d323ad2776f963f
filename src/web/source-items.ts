/** The state of each source, as the heartbeat tells it. */
/// <reference lib="dom" />
import { make } from "./elements.ts";

/** What the heartbeat and /readyz say of a source. */
interface SourceFacts {
  readonly state?: string;
  readonly reason?: string;
  readonly since?: string;
}

export function sourceItems(sources: Readonly<Record<string, unknown>>): HTMLElement[] {
  return Object.entries(sources).map(([name, told]) => {
    const { state = "unknown", reason, since } = (told ?? {}) as SourceFacts;
    const why = since === undefined ? "" : ` (${reason === undefined ? "" : `${reason}, `}since ${since})`;
    const waiting = state === "failing" || state === "quarantined";
    return make("li", `${name}: ${state}${why}`, waiting ? "failed" : "");
  });
}
