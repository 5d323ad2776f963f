/** An item's own past in a mail: the points of a chart, and the same numbers in words. */
import type { LogEntry } from "../../../model/event.ts";
import type { AskedMail } from "../../member.ts";
import type { PastPart } from "./content.ts";
import { numberWords } from "./values.ts";
import { inWords, plainLine, type Voice, wordsFor } from "./voice.ts";

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
  const figure = (value: number) => numberWords(value, past.field, data.now, wordsOf);
  const values = points.map(([, value]) => value);
  const { headings, chart } = voice.phrases;
  const { label } = wordsOf(past.field);
  const range = [Math.min(...values), Math.max(...values), latest[1]] as const;
  const [low, high, now] = range.map(figure) as [string, string, string];
  return {
    heading: headings.past,
    summary: chart(label, low, high, now),
    points,
    words: points.map(([day, value]) => `${inWords(plainLine(day, dayMax), voice)}: ${bare(value)}`),
  };
}

const grouping = new Intl.NumberFormat("en-US", { maximumFractionDigits: 10 });

/** Without its unit, which the summary says. */
function bare(value: number): string {
  return grouping.format(value);
}
