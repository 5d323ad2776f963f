/** Verdicts of the rules about an event. */
import type { LogEntry } from "../../model/event.ts";
import type { EventAnswer } from "./answer.ts";
import { causeFacts } from "./event-facts.ts";
import type { Inquiry } from "./inquiry.ts";
import { verdictsOn } from "./verdict.ts";
import { tamed } from "./words.ts";

export function aboutEvent(entry: LogEntry, inquiry: Inquiry): EventAnswer {
  const { type, data } = entry.event;
  const verdicts = verdictsOn(entry, inquiry.rules.rules, inquiry);
  return {
    about: "event",
    event: causeFacts(entry, inquiry),
    verdicts,
    notes: [
      ...(verdicts.length === 0 ? [`no rule is about ${type}`] : []),
      ...(type === "mail.failed" && data.now.alert !== ""
        ? [`each attempt at the mail is told of its alert: \`yagura why ${tamed(String(data.now.alert))}\``]
        : []),
    ],
  };
}
