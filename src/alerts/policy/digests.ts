/** Digests: the times of a trading day at which everything since the last one is told. */

import * as z from "zod";
import { didYouMean } from "../../lib/text/nearest.ts";
import { checkedText } from "../../lib/yaml/validate-yaml.ts";
import { japanMoment, jstDay } from "../../model/dates.ts";
import { timeOfDayForm, timeOfDayMs } from "../../model/hours.ts";
import type { TradingCalendar } from "../../model/trading-calendar.ts";
import type { Digest } from "../policy.ts";

/** Digests with a name: when they come, and what people call them. */
const named: ReadonlyMap<string, { readonly time: string; readonly words: string }> = new Map([
  ["before-open", { time: "08:30", words: "before the open" }],
  ["after-close", { time: "15:45", words: "after the close" }],
  ["after-evening", { time: "20:30", words: "after the evening publications" }],
]);

const names = [...named.keys()];

const digestTime = checkedText((text) => {
  if (named.has(text) || timeOfDayForm.test(text)) return undefined;
  const there = `it is ${names.join(", ")}, or a time of day in Japan such as "12:40"`;
  return { message: `\`${text}\` is no digest`, suggestion: didYouMean(text, names) ?? there };
}).meta({ pattern: `^(${names.join("|")}|${timeOfDayForm.source.slice(1, -1)})$` });

/** A list of digests. */
export const digestSetting = z
  .array(digestTime)
  .min(1)
  .max(24)
  .superRefine((written, context) => {
    for (const [index, text] of written.entries())
      if (written.slice(0, index).some((before) => timeOf(before) === timeOf(text)))
        context.addIssue({ code: "custom", path: [index], message: "this is the time of one before it" });
  })
  .meta({ examples: [["before-open", "after-close"], ["12:40"]] });

/** Digests at these times of all trading days. */
export function compileDigest(written: readonly string[]): Digest {
  const times = written
    .map((text) => ({ atMs: timeOfDayMs(timeOf(text)), name: named.get(text)?.words ?? text }))
    .sort((a, b) => a.atMs - b.atMs);
  const firstAfter = (after: number, day: string) => {
    for (const { atMs, name } of times) {
      const at = japanMoment(day, atMs);
      if (at > after) return { at, name };
    }
    return undefined;
  };
  return {
    next(after: number, calendar: TradingCalendar) {
      const today = jstDay(after);
      const ofToday = calendar.isTradingDay(today) ? firstAfter(after, today) : undefined;
      const next = ofToday ?? firstAfter(after, calendar.addTradingDays(today, 1));
      if (next === undefined) throw new Error("a digest has a time at least");
      return next;
    },
  };
}

/** The time of day that is meant. */
function timeOf(text: string): string {
  return named.get(text)?.time ?? text;
}
