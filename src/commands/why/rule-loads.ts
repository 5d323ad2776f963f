/** Times at which rules were loaded, as far as the log says. */
import type { LogEntry } from "../../model/event.ts";
import type { Inquiry } from "./inquiry.ts";

export interface RuleLoads {
  /** Time at which a rule was loaded that was not active at an event (ISO); undefined: it was active, or nothing says so. */
  readonly since?: string;
  /** Time at which rules were last loaded after the event (ISO); undefined: they were not. */
  readonly later?: string;
}

/** @param seq of the event */
export function ruleLoads(rule: string, seq: number, { loads }: Pick<Inquiry, "loads">): RuleLoads {
  const has = ({ event }: LogEntry) => (event.data.now.rules as readonly string[]).includes(rule);
  const before = loads.find((load) => load.seq < seq);
  const after = loads.filter((load) => load.seq > seq);
  const first = after.findLast(has);
  const wasThere = before === undefined || has(before);
  const later = after[0]?.event.time;
  return {
    ...(wasThere || first === undefined ? {} : { since: first.event.time }),
    ...(later === undefined ? {} : { later }),
  };
}
