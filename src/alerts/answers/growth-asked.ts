/** The growth that a silence may wait for: the number of one open alert, read from the event that caused the latest. */
import type { LogEntry } from "../../model/event.ts";
import { type EventTypes, trackedField } from "../../model/event-types.ts";
import { markOf } from "../../model/fields.ts";
import type { Worded } from "../../model/language.ts";
import { type Growth, limitOf } from "../../model/silence.ts";
import { numberOf } from "../life/growing.ts";
import { type Matcher, matcherValue, parseMatcher } from "../matcher.ts";
import {
  type AnswerMemory,
  type AnswerRefusal,
  type Kept,
  logEntryAt,
  openEpisode,
  refused,
} from "./episodes.ts";

interface GrowthParts {
  readonly memory: AnswerMemory;
  readonly log: Kept["log"];
  readonly types: EventTypes;
}

/** The share that links and the page offer. */
export const usualGrowth = "20%";

/** The growth that can be offered for an alert; undefined: it is over, or it has no number. */
export function possibleGrowth(alert: string, parts: GrowthParts): Growth | undefined {
  const found = growthAsked(alert, usualGrowth, parts);
  return "kind" in found ? undefined : found;
}

/**
 * The growth that somebody asks for.
 * @param match number or id of an alert, or a matcher that one open alert matches
 * @param share such as `20%`
 */
export function growthAsked(match: string, share: string, parts: GrowthParts): Growth | AnswerRefusal {
  const percent = Number(/^\s*(\d{1,4}(?:\.\d{1,2})?)\s*%\s*$/.exec(share)?.[1]);
  if (!(percent > 0 && percent <= mostPercent))
    return refused("wrong", `how much it may grow is a share such as 20%, not "${share.slice(0, 40)}"`);
  const open = oneAlert(match, parts);
  if ("kind" in open) return open;
  const { log } = parts;
  const cause = logEntryAt(open.alert.cause.seq, log);
  const found = cause && numberIn(cause, parts.types);
  if (found === undefined)
    return refused("wrong", `alert #${open.entry.seq} has no number that could grow: say how long instead`);
  const value = numberOf(open.entry, found, (seq) => logEntryAt(seq, log));
  if (value === undefined || value === 0)
    return refused("wrong", `the number of alert #${open.entry.seq} is 0: say how long instead`);
  const limit = limitOf(value, percent, found.isFalling);
  if (value > 0 && limit <= 0)
    return refused("wrong", `a number that falls falls by less than 100%, not by ${percent}%`);
  const { rule, key } = open.episode.facts;
  const { field, label, unit } = found;
  return { rule, key, field, label, unit, value, percent, limit };
}

const mostPercent = 1_000;

/** Matcher of the alerts of one episode alone. */
export function matchEpisode({ rule, key }: Pick<Growth, "rule" | "key">): string {
  return `rule=${matcherValue(rule)} key=${matcherValue(key)}`;
}

function oneAlert(match: string, { memory, log }: GrowthParts): ReturnType<typeof openEpisode> {
  const isName = !match.includes("=");
  if (isName) return openEpisode(match, { memory, log });
  const matcher = matcherIn(match);
  if ("kind" in matcher) return matcher;
  const [only, ...others] = memory.episodes(mostLookedAt).filter(({ body }) => matcher.matches(body.facts));
  if (only !== undefined && others.length === 0) return openEpisode(only.body.id, { memory, log });
  const found = only === undefined ? "no open alert matches" : `${others.length + 1} open alerts match`;
  return refused("wrong", `it is about one open alert, and ${found}: name one by its number`);
}

/** Open episodes that are looked at, the latest ones. */
const mostLookedAt = 2_000;

export function matcherIn(match: string): Matcher | AnswerRefusal {
  const parsed = parseMatcher(match);
  if (parsed.ok) return parsed.matcher;
  const { index, message, suggestion } = parsed.mistake;
  const hint = suggestion === undefined ? "" : ` (${suggestion})`;
  return refused("wrong", `what it is about, character ${index + 1}: ${message}${hint}`);
}

/**
 * The number that an event is about. It is bad in the direction in which it moved; where it did not, or nobody knows what
 * was before, away from 0.
 */
function numberIn(
  { event: { type, data } }: LogEntry,
  { known }: EventTypes,
): (Pick<Growth, "field" | "label" | "unit"> & { readonly isFalling: boolean }) | undefined {
  const { tracks, item } = known.get(type) ?? {};
  const field = tracks && trackedField(tracks, data);
  if (field === undefined) return undefined;
  const [was, now] = [data.was?.[field], data.now[field]];
  const moved = typeof was === "number" && typeof now === "number" ? now - was : 0;
  const isFalling = moved === 0 ? Number(now) < 0 : moved < 0;
  const schema = item?.shape[field];
  const words = schema && markOf(schema)?.words;
  const { unit } = words ?? {};
  const behind: Worded = unit ? { en: ` ${unit.en}`, ja: unit.ja } : { en: "", ja: "" };
  return { field, label: words?.label ?? { en: field, ja: field }, unit: behind, isFalling };
}
