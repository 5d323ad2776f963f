/** What the kinds of events that the settings have say of what grows too old. */
import type { Config } from "../config/config.ts";
import { standingAnswers } from "../files/active-standing.ts";
import { eventTypesOf } from "../files/event-types.ts";
import { createAuthorBlank } from "../model/authors.ts";
import { foldStanding } from "../pipeline/standing/changes.ts";
import type { Aging } from "../store/prune.ts";

/** It is made when the first events are too old. */
export function agingOf(config: Config): () => Aging {
  let aging: Aging | undefined;
  return () => {
    aging ??= {
      fold: foldStanding(standingAnswers(config)),
      blank: createAuthorBlank(eventTypesOf(config).known),
    };
    return aging;
  };
}
