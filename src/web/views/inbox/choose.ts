/** The open alerts that a reader asked for, in the order in which they should be looked at. */
import type { OpenEpisode } from "../../../client/feed-client.ts";

export interface Chosen {
  readonly text: string;
  readonly severity: string;
  readonly state: string;
  readonly rule: string;
  readonly source: string;
  readonly stock: string;
  readonly watchlist: string;
}

const filterNames = ["text", "severity", "state", "rule", "source", "stock", "watchlist"] as const;

/** Reads the filters of an address. */
export function chosenIn(query: URLSearchParams): Chosen {
  return Object.fromEntries(filterNames.map((name) => [name, query.get(name) ?? ""])) as unknown as Chosen;
}

const gravity = { critical: 0, warning: 1, info: 2 } as const;
const states = { firing: 0, acknowledged: 1, silenced: 2 } as const;

/** The gravest first; of these what fires before what somebody knows of and what is quiet; then the newest. */
export function inOrder(episodes: readonly OpenEpisode[]): OpenEpisode[] {
  const kinds: OpenEpisode[][] = [[], [], [], [], [], [], [], [], []];
  for (const one of episodes) kinds[3 * (gravity[one.severity] ?? 2) + (states[one.state] ?? 0)]?.push(one);
  // Each kind comes nearly in its order, where a sort is quick; all together do not.
  return kinds.flatMap((some) => some.sort((one, other) => other.seq - one.seq));
}

/** Case, width and kana count as one, as in rules. */
function folded(text: string): string {
  return text
    .normalize("NFKC")
    .toLowerCase()
    .replace(/[\u30a1-\u30f6]/g, (kana) => String.fromCharCode(kana.charCodeAt(0) - 0x60));
}

export function matching(episodes: readonly OpenEpisode[], chosen: Chosen): OpenEpisode[] {
  const wanted = folded(chosen.text).split(/\s+/).filter(Boolean);
  const stock = chosen.stock.trim().toUpperCase();
  return episodes.filter((episode) => {
    if (chosen.severity !== "" && episode.severity !== chosen.severity) return false;
    if (chosen.state !== "" && episode.state !== chosen.state) return false;
    if (chosen.rule !== "" && episode.rule !== chosen.rule) return false;
    if (stock !== "" && !episode.subject.toUpperCase().startsWith(stock)) return false;
    const now = episode.event?.data.now ?? {};
    if (chosen.source !== "" && sourceOf(now) !== chosen.source) return false;
    if (chosen.watchlist !== "" && !(now.watchlists as unknown[] | undefined)?.includes(chosen.watchlist))
      return false;
    if (wanted.length === 0) return true;
    const told = toldBy(episode);
    return wanted.every((word) => told.includes(word));
  });
}

const known = new WeakMap<OpenEpisode, string>();

/** All that an alert says, folded; kept, since each letter that is typed looks through all. */
function toldBy(episode: OpenEpisode): string {
  const before = known.get(episode);
  if (before !== undefined) return before;
  const { title, body, texts } = episode.event?.data.now ?? {};
  const { rule, key, subject } = episode;
  const told = folded([JSON.stringify([title, body, texts]), rule, key, subject].join(" "));
  known.set(episode, told);
  return told;
}

function sourceOf(now: Readonly<Record<string, unknown>>): string {
  return String((now.cause as { source?: unknown } | undefined)?.source ?? "").replace(/^\/sources\//, "");
}
