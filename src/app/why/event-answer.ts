/** What the rules that are about an event made of it. */
import type { LogEntry } from "../../model/event.ts";
import type { EventAnswer } from "./answer.ts";
import { causeFacts } from "./event-facts.ts";
import type { Inquiry } from "./inquiry.ts";
import { verdictOf } from "./verdict.ts";

export function aboutEvent(entry: LogEntry, inquiry: Inquiry): EventAnswer {
  const { type } = entry.event;
  const asked = inquiry.rules.rules.filter(({ types }) => types.includes(type));
  return {
    about: "event",
    event: causeFacts(entry, inquiry),
    verdicts: asked.map((rule) => verdictOf(rule, entry, inquiry)),
    notes: asked.length === 0 ? [`no rule is about ${type}`] : [],
  };
}
