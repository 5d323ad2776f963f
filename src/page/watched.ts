/** `/api/watched`: the names by which alerts can be narrowed down: sources, rules and watchlists. */
import type { WatchedAnswer } from "../model/page/watched.ts";
import type { JsonRoute } from "../outputs/output.ts";
import type { PageParts } from "./index.ts";

export function watchedCall({ status, rules }: PageParts): JsonRoute {
  return {
    right: "read",
    method: "GET",
    path: "/api/watched",
    answer: () => {
      const named = rules
        .current()
        .all.flatMap(({ name, about: { displayName } }) =>
          displayName === undefined ? [] : [[name, displayName] as const],
        );
      const body: WatchedAnswer = {
        sources: Object.keys(status.sources()),
        rules: rules.current().names.toSorted(),
        displayNames: Object.fromEntries(named),
        watchlists: Object.keys(rules.watchlists()).toSorted(),
      };
      return { status: 200, body };
    },
  };
}
