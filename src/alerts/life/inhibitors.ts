/** Inhibitors: the open episodes that quiet others, and the release of what they quieted. */
import type { Episode } from "../../model/alerts.ts";
import { episodeKey } from "./alert-facts.ts";
import { type Making, putEpisode, putGroup } from "./pending.ts";
import { inhibitedKey, inhibitorKey } from "./place.ts";

/** Keys of the inhibitors that an episode feeds; it is noted with them. */
export function feedInhibitors(
  { facts }: Pick<Episode, "facts">,
  { book, house }: Making,
): readonly string[] {
  const feeding = house.policy.inhibitions.filter((one) => one.feeds(facts));
  return feeding.map((inhibition) => {
    const key = inhibitorKey(inhibition.name, inhibition.values(facts));
    const { episodes = [], groups = [] } = book.get("inhibitor", key) ?? {};
    const own = episodeKey(facts);
    if (!episodes.includes(own))
      book.put({ kind: "inhibitor", key, body: { episodes: [...episodes, own], groups } });
    return key;
  });
}

/**
 * Feeds inhibitions that are new in the settings with what is open already. Those that are known are kept, so that the
 * first commit after an edit finds the new ones, whatever it is about.
 */
export function feedNewInhibitions(making: Making): void {
  const { book, house } = making;
  const names = house.policy.inhibitions.map(({ name }) => name);
  const known = book.get("policy", "")?.inhibitions ?? [];
  const isNew = names.some((name) => !known.includes(name));
  if (!isNew && names.length === known.length) return;
  const body = names.length === 0 ? undefined : { inhibitions: names };
  book.put({ kind: "policy", key: "", body });
  if (isNew) feedWithOpen(making);
}

/** Feeds the inhibitors with all that is open. */
export function feedWithOpen(making: Making): void {
  if (making.house.policy.inhibitions.length === 0) return;
  const open = [...making.book.all("episode")].sort((one, other) => one.lastSeq - other.lastSeq);
  for (const episode of open) {
    const { inhibits = [] } = episode;
    const fed = feedInhibitors(episode, making).filter((key) => !inhibits.includes(key));
    if (fed.length > 0) putEpisode({ ...episode, inhibits: [...inhibits, ...fed] }, making);
  }
}

/** Notes the group in which alerts wait for an inhibitor. */
export function waitForInhibitor(key: string, group: string, { book }: Making): void {
  const known = book.get("inhibitor", key);
  if (known === undefined || known.groups.includes(group)) return;
  book.put({ kind: "inhibitor", key, body: { ...known, groups: [...known.groups, group] } });
}

/** Time in which what was quieted may end by itself, before it is told. */
const graceMs = 300_000;

/** Takes an episode that is over out of its inhibitors. Where it was the last, what they quieted is told soon. */
export function leaveInhibitors({ facts, inhibits = [] }: Episode, { book, at }: Making): void {
  const own = episodeKey(facts);
  for (const key of inhibits) {
    const known = book.get("inhibitor", key);
    if (known === undefined) continue;
    const episodes = known.episodes.filter((one) => one !== own);
    if (episodes.length > 0) {
      book.put({ kind: "inhibitor", key, body: { ...known, episodes } });
      continue;
    }
    book.put({ kind: "inhibitor", key, body: undefined });
    for (const one of known.groups) {
      const group = book.get("group", one);
      if (group !== undefined) putGroup(book, one, { ...group, tellAt: at + graceMs });
    }
  }
}

/** What waits for an inhibitor and is over is never told. */
export function dropInhibited({ facts }: Episode, { book, house, ends, at }: Making): void {
  for (const inhibition of house.policy.inhibitions) {
    if (!inhibition.quiets(facts)) continue;
    const inhibitor = inhibitorKey(inhibition.name, inhibition.values(facts));
    const { groups = [] } = book.get("inhibitor", inhibitor) ?? {};
    const own = groups.filter((key) => {
      const receiver = book.get("group", key)?.receiver;
      return receiver !== undefined && key === inhibitedKey(receiver, inhibitor, facts);
    });
    for (const key of own) {
      const receiver = book.get("group", key)?.receiver;
      if (receiver !== undefined) ends.push({ receiver, group: key, state: "dropped", at });
      book.put({ kind: "group", key, body: undefined });
    }
  }
}
