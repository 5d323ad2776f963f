/** What is live: the page reads the feed as any client does, resumes, and says when it is behind. */
/// <reference lib="dom" />
import { createContext } from "preact";
import { useContext, useEffect, useState } from "preact/hooks";
import {
  createFeedClient,
  type FeedGap,
  type FeedState,
  type OpenEpisode,
} from "../../client/feed-client.ts";

export interface Live {
  readonly state: FeedState;
  /** Names of services that are made up; empty before the first welcome. */
  readonly simulated: readonly string[];
  /** Open alerts, oldest first; undefined before the first snapshot is whole. */
  readonly episodes: readonly OpenEpisode[] | undefined;
  /** State of each source as the heartbeat tells it. */
  readonly sources: Readonly<Record<string, unknown>>;
  /** Entries that could not be had any more. */
  readonly gap: FeedGap | undefined;
  /** Number of the last entry about alerts; grows with each. */
  readonly seq: number;
}

const before: Live = {
  state: { phase: "connecting" },
  simulated: [],
  episodes: undefined,
  sources: {},
  gap: undefined,
  seq: 0,
};

export const LiveContext = createContext<Live>(before);

export function useLive(): Live {
  return useContext(LiveContext);
}

/** Follows the feed as long as the page is open; shown at most once a frame, however much comes. */
export function useFeed(session: number): Live {
  const [live, setLive] = useState(before);
  useEffect(() => {
    let next: Partial<Live> = {};
    let frame = 0;
    const change = (changes: Partial<Live>) => {
      next = { ...next, ...changes };
      if (frame !== 0) return;
      frame = requestAnimationFrame(() => {
        frame = 0;
        const changed = next;
        next = {};
        setLive((last) => ({ ...last, ...changed, episodes: client.openEpisodes() ?? last.episodes }));
      });
    };
    const client = createFeedClient({
      url: new URL("feed", location.href.replace(/^http/, "ws")).href,
      types: ["alert.*"],
      since: "snapshot",
      onEvent: ({ seq }) => change({ seq }),
      onLive: ({ seq }) => change({ seq }),
      onGap: (gap) => change({ gap }),
      onHeartbeat: ({ sources }) => change({ sources }),
      onState: (state) =>
        change({ state, ...(state.phase === "live" && { simulated: state.welcome.simulated }) }),
    });
    return () => {
      cancelAnimationFrame(frame);
      client.close();
    };
  }, [session]);
  return live;
}
