/** The open alerts that a reader asked for, in the order in which they should be looked at. */
import type { OpenEpisode } from "../../../client/feed-client.ts";
import { saysAll, wordsIn } from "../../shell/search/alert-search.ts";

/** The reader's own, the rest of the market, or both. */
const whose = ["mine", "rest", "all"] as const;
export type Whose = (typeof whose)[number];

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

/** What the address has besides filters: the stocks whose alerts are open. */
export const unfiltered: readonly string[] = ["open"];

/** Reads the filters of an address. */
export function chosenIn(query: URLSearchParams): Chosen {
  return Object.fromEntries(filterNames.map((name) => [name, query.get(name) ?? ""])) as unknown as Chosen;
}

export function whoseIn(query: URLSearchParams): Whose {
  return whose.find((one) => one === query.get("whose")) ?? "mine";
}

/** Whether anything is narrowed down, besides whose alerts are shown. */
export function isNarrowed(query: URLSearchParams): boolean {
  return Object.values(chosenIn(query)).some((value) => value !== "");
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

/** @param lists stocks of each watchlist as they are now */
export function matching(
  episodes: readonly OpenEpisode[],
  chosen: Chosen,
  lists: ReadonlyMap<string, ReadonlySet<string>>,
): OpenEpisode[] {
  const wanted = wordsIn(chosen.text);
  const stock = chosen.stock.trim().toUpperCase();
  return episodes.filter((episode) => {
    if (chosen.severity !== "" && episode.severity !== chosen.severity) return false;
    if (chosen.state !== "" && episode.state !== chosen.state) return false;
    if (chosen.rule !== "" && episode.rule !== chosen.rule) return false;
    if (stock !== "" && !episode.subject.toUpperCase().startsWith(stock)) return false;
    const now = episode.event?.data.now ?? {};
    if (chosen.source !== "" && sourceOf(now) !== chosen.source) return false;
    if (chosen.watchlist !== "" && !lists.get(chosen.watchlist)?.has(episode.subject)) return false;
    return saysAll(episode, wanted);
  });
}

function sourceOf(now: Readonly<Record<string, unknown>>): string {
  return String((now.cause as { source?: unknown } | undefined)?.source ?? "").replace(/^\/sources\//, "");
}
