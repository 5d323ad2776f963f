/** Search over the texts of open alerts, which are made comparable as rules do it: case, width and kana count as one. */
import type { OpenEpisode } from "../../../client/feed-client.ts";

export function folded(text: string): string {
  return text
    .normalize("NFKC")
    .toLowerCase()
    .replace(/[\u30a1-\u30f6]/g, (kana) => String.fromCharCode(kana.charCodeAt(0) - 0x60));
}

/** The words of a search, folded; all of them must be there. */
export function searchWords(text: string): string[] {
  return folded(text).split(/\s+/).filter(Boolean);
}

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
