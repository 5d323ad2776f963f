/** What is not well with a monitor, in words: for `yagura healthcheck` and for the sign of life. */
import { counted, timeWords } from "../lib/text/counted.ts";
import { tameLine } from "../lib/text/tame.ts";
import type { SourceStatus } from "./status.ts";

const longestMessage = 300;

/** A message of the monitor or of a service as one line. */
export const reasonLine = (message: string): string => tameLine(message, longestMessage);

/** Reasons why a source needs a look, a sentence each; none where it is well. */
export function sourceTroubles(
  name: string,
  { state, since = "", reason, message = "", items, late }: SourceStatus,
): string[] {
  // Without a token the monitor keeps its messages to itself.
  const detail = message === "" ? "" : `, ${reasonLine(message)}`;
  const decide = `decide with \`yagura sources release ${name}\` or \`discard ${name}\``;
  return [
    ...(state === "failing" ? [`${name} is failing since ${timeWords(since)}: ${reason}${detail}`] : []),
    ...(state === "quarantined"
      ? [`${name} holds back ${counted(items ?? 0, "item")} since ${timeWords(since)}: ${decide}`]
      : []),
    ...(late === undefined
      ? []
      : [`${name}: the publication of ${late.day} is late, due since ${timeWords(late.since)}`]),
  ];
}
