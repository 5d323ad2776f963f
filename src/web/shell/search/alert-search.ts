/** Search over the texts of open alerts. */
import type { OpenEpisode } from "../../../client/feed-client.ts";
import { folded } from "./folded.ts";

/** @param words folded */
export function saysAll(episode: OpenEpisode, words: readonly string[]): boolean {
  if (words.length === 0) return true;
  const said = saidBy(episode);
  return words.every((word) => said.includes(word));
}

const known = new WeakMap<OpenEpisode, string>();

/** All that an alert says, folded; kept, since each letter that is typed looks through all. */
function saidBy(episode: OpenEpisode): string {
  const before = known.get(episode);
  if (before !== undefined) return before;
  const { title, body, texts } = episode.event?.data.now ?? {};
  const { rule, key, subject } = episode;
  const said = folded([JSON.stringify([title, body, texts]), rule, key, subject].join(" "));
  known.set(episode, said);
  return said;
}
