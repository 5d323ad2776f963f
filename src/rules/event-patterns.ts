/** What `on` may say, and the event types that it means. */
import { didYouMean } from "../lib/text/nearest.ts";
import { type EventType, eventTypeNames, matchesType } from "../model/event-types.ts";

/** Types that a rule can be about. An alert is none: a rule on alerts would answer itself. */
const ruleTypes = eventTypeNames.filter((type) => !type.startsWith("alert."));

export type Expanded =
  | { ok: true; types: EventType[] }
  | { ok: false; message: string; suggestion?: string | undefined };

export function expandPattern(pattern: string): Expanded {
  const types = ruleTypes.filter((type) => matchesType(pattern, type));
  if (pattern === "*") {
    return { ok: false, message: "a rule says which events it is about, such as short.report.*" };
  }
  if (types.length > 0) return { ok: true, types };
  if (eventTypeNames.some((type) => matchesType(pattern, type))) {
    return { ok: false, message: "alerts cannot trigger rules" };
  }
  const prefixes = new Set(ruleTypes.map((type) => `${type.slice(0, type.lastIndexOf("."))}.*`));
  const candidates = pattern.endsWith("*") ? prefixes : ruleTypes;
  return {
    ok: false,
    message: `there is no event type \`${pattern}\``,
    suggestion: didYouMean(pattern, candidates),
  };
}
