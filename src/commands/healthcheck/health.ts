/** Tells from the answer of /readyz whether a monitor is well, in words. */

import type { SourceStatus } from "../../app/status.ts";
import { tameLine } from "../../lib/text/tame.ts";
import type { MonitorAnswer } from "../ask-monitor.ts";
import { timeWords } from "../time-words.ts";

export interface Health {
  /** "well, but": it works, and something needs a look. */
  readonly verdict: "well" | "well, but" | "not well";
  readonly reasons: readonly string[];
}

const longestMessage = 300;

export function healthOf({ ok, answer }: MonitorAnswer): Health {
  const { error, sources, putBack } = answer as {
    error?: string;
    sources?: Record<string, SourceStatus>;
    putBack?: { message?: string };
  };
  const unwell = ok
    ? []
    : [error === undefined ? "its database cannot be written" : tameLine(error, longestMessage)];
  const found = putBack?.message === undefined ? [] : [tameLine(putBack.message, longestMessage)];
  const reasons = [...unwell, ...found, ...Object.entries(sources ?? {}).flatMap(sourceReasons)];
  if (!ok) return { verdict: "not well", reasons };
  return { verdict: reasons.length === 0 ? "well" : "well, but", reasons };
}

function sourceReasons([name, { state, since = "", reason, message = "", items, late }]: [
  string,
  SourceStatus,
]): string[] {
  // Without a token the monitor keeps its messages to itself.
  const told = message === "" ? "" : `, ${tameLine(message, longestMessage)}`;
  const decide = `decide with \`yagura sources release ${name}\` or \`discard ${name}\``;
  return [
    ...(state === "failing" ? [`${name} is failing since ${timeWords(since)}: ${reason}${told}`] : []),
    ...(state === "quarantined"
      ? [`${name} holds back ${items} items since ${timeWords(since)}: ${decide}`]
      : []),
    ...(late === undefined
      ? []
      : [`${name}: the publication of ${late.day} is late, due since ${timeWords(late.since)}`]),
  ];
}
