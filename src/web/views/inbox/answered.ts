/** Open alerts as they are shown once the reader answered them, before the feed says the same. */
import type { OpenEpisode } from "../../../client/feed-client.ts";
import type { AnsweredState } from "../../shell/answers/undo-queue.ts";

const made = new WeakMap<OpenEpisode, OpenEpisode>();

/** Leaves out what is ended, and says of the others that they are known or quiet. What the feed says beyond that stays. */
export function withAnswers(
  episodes: readonly OpenEpisode[],
  answers: ReadonlyMap<string, AnsweredState>,
): readonly OpenEpisode[] {
  if (answers.size === 0) return episodes;
  return episodes.flatMap((episode) => {
    const state = answers.get(episode.alert);
    if (state === undefined || state === episode.state) return [episode];
    if (state === "over") return [];
    return episode.state === "silenced" ? [episode] : [inState(episode, state)];
  });
}

/** The alert in another state; one object for each alert and state, so that its row is not drawn again. */
function inState(episode: OpenEpisode, state: OpenEpisode["state"]): OpenEpisode {
  const known = made.get(episode);
  if (known?.state === state) return known;
  const shown = { ...episode, state };
  made.set(episode, shown);
  return shown;
}
