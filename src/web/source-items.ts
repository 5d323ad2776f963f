/** The state of each source, as the heartbeat tells it. */
/// <reference lib="dom" />
import { make } from "./elements.ts";
import { type SourceFacts, sourceLine } from "./source-line.ts";

export function sourceItems(sources: Readonly<Record<string, unknown>>): HTMLElement[] {
  return Object.entries(sources).map(([name, told]) => {
    const facts = (told ?? {}) as SourceFacts;
    const { state, late } = facts;
    const waiting = state === "failing" || state === "quarantined" || late?.day !== undefined;
    return make("li", sourceLine(name, facts), waiting ? "failed" : "");
  });
}
