/** The state of each source, as the heartbeat tells it. */
/// <reference lib="dom" />
import { make } from "./elements.ts";

/** A source's state is a word, or an object with a `state` or `status` that is one. */
export function sourceItems(sources: Readonly<Record<string, unknown>>): HTMLElement[] {
  return Object.entries(sources).map(([name, told]) => {
    const state = stateOf(told);
    const className = state === "failing" || state === "quarantined" ? "failed" : "";
    return make("li", `${name}: ${state}`, className);
  });
}

function stateOf(told: unknown): string {
  if (typeof told !== "object" || told === null) return String(told);
  const facts = told as Record<string, unknown>;
  return String(facts.state ?? facts.status ?? JSON.stringify(told));
}
