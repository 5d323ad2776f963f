/** An item's own past in a mail: the points of a chart, and the same numbers in words. */
import type { LogEntry } from "../../model/event.ts";
import { groupedNumber } from "../../model/numbers.ts";
import type { AskedMail } from "../member.ts";
import type { PastPart } from "./content.ts";
import { wordsFor } from "./field-words.ts";
import { unitWords } from "./values.ts";
import { inWords, plainLine, type Voice } from "./voice.ts";

/** With fewer there is no line to see. */
const fewest = 3;
const most = 60;
const dayMax = 30;

export function pastOf(asked: AskedMail, cause: LogEntry, voice: Voice): PastPart | undefined {
  const past = asked.pastOf?.(cause);
  const points = (past?.points ?? []).filter(([, value]) => Number.isFinite(value)).slice(-most);
  const latest = points.at(-1);
  if (past === undefined || latest === undefined || points.length < fewest) return undefined;
  const { type, data } = cause.event;
  const wordsOf = wordsFor(type, voice);
  const values = points.map(([, value]) => value);
  const { headings, chart, changes } = voice.phrases;
  return {
    heading: headings.past,
    summary: chart({
      label: wordsOf(past.field).label,
      unit: unitWords(past.field, data.now, wordsOf)
        .replace(/^ \((.*)\)$/, "$1")
        .trim(),
      low: groupedNumber(Math.min(...values)),
      high: groupedNumber(Math.max(...values)),
      latest: groupedNumber(latest[1]),
    }),
    points,
    words: points.map(([day, value]) =>
      changes.valued(inWords(plainLine(day, dayMax), voice), groupedNumber(value)),
    ),
  };
}
