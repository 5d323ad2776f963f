/** What is live: the page reads the feed as any client does, resumes, and says when it is behind. */
import { createContext } from "preact";
import { useContext, useEffect, useRef, useState } from "preact/hooks";
import {
  createFeedClient,
  type FeedEvent,
  type FeedGap,
  type FeedState,
  type OpenEpisode,
} from "../../client/feed-client.ts";

interface LiveState {
  readonly state: FeedState;
  /** When it was last up to date, ms since 1970; undefined: it is, or never was. */
  readonly behindSince: number | undefined;
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

const before: LiveState = {
  state: { phase: "connecting" },
  behindSince: undefined,
  simulated: [],
  episodes: undefined,
  sources: {},
  gap: undefined,
  seq: 0,
};

export const LiveContext = createContext<LiveState>(before);

export function useLive(): LiveState {
  return useContext(LiveContext);
}

/** Number of the newest open alert about a subject: a reason to look again; 0 where there is none. */
export function useNewest(about: string): number {
  const { episodes = [] } = useLive();
  return Math.max(0, ...episodes.flatMap(({ seq, subject }) => (subject === about ? seq : [])));
}

/** An alert that fired while the page was open. */
export interface FiredAlert {
  readonly seq: number;
  readonly event: FeedEvent;
}

interface Followed {
  /** Grows with each sign-in; undefined: nothing may be read yet. */
  readonly session: number | undefined;
  fired(alert: FiredAlert): void;
  /** The connection was lost or refused; a browser does not say which. */
  lost(): void;
}

/** Follows the feed as long as the page is open; shown at most once a frame, however much comes. */
export function useFeed({ session, ...heard }: Followed): LiveState {
  const [live, setLive] = useState(before);
  const hearing = useRef(heard);
  hearing.current = heard;
  useEffect(() => {
    if (session === undefined) return;
    let next: Partial<LiveState> = {};
    let frame = 0;
    const change = (changes: Partial<LiveState>) => {
      next = { ...next, ...changes };
      if (frame !== 0) return;
      frame = whenShown(() => {
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
      onEvent({ seq, event }) {
        change({ seq });
        if (event.type === "alert.fired") hearing.current.fired({ seq, event });
      },
      onLive: ({ seq }) => change({ seq }),
      onGap: (gap) => change({ gap }),
      onHeartbeat: ({ sources }) => change({ sources }),
      onState(state) {
        if (state.phase === "live")
          return change({ state, behindSince: undefined, simulated: state.welcome.simulated });
        change({ state });
        setLive((last) => (last.behindSince === undefined && last.seq > 0 ? behind(last) : last));
        if (state.phase === "waiting" || state.phase === "closed") hearing.current.lost();
      },
    });
    return () => {
      cancelShown(frame);
      client.close();
      setLive(before);
    };
  }, [session]);
  return live;
}

function behind(live: LiveState): LiveState {
  return { ...live, behindSince: Date.now() };
}

const hiddenMs = 250;

/** A page that nobody sees gets no frames, and is to know what is new all the same. */
function whenShown(call: () => void): number {
  return document.hidden ? -setTimeout(call, hiddenMs) : requestAnimationFrame(call);
}

function cancelShown(frame: number): void {
  if (frame < 0) clearTimeout(-frame);
  else cancelAnimationFrame(frame);
}
