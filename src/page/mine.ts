/** `/api/mine`: what the reader watches, and what else is theirs, so that the inbox can open on it. */

import { eventTypesOf } from "../files/event-types.ts";
import type { MineAnswer } from "../model/page/mine.ts";
import { codesOnList } from "../model/watchlists.ts";
import type { JsonRoute } from "../outputs/output.ts";
import type { Store } from "../store/store.ts";
import type { PageParts } from "./index.ts";

export function mineCall({ config, store, rules }: PageParts): JsonRoute {
  const { known } = eventTypesOf(config);
  // An alert about an alert is about what that one was about.
  const isNews = (type: string) =>
    known.get(type as never)?.sources === undefined && !type.startsWith("alert.");
  const news = [...known.keys()].filter(isNews);
  const hasRoutes = config.alerts?.routes.some(({ to }) => to !== undefined) ?? false;
  const routed = hasRoutes ? createRouted(store) : () => [];
  return {
    right: "read",
    method: "GET",
    path: "/api/mine",
    answer: () => {
      const lists = rules.watchlists();
      const watchlists = Object.fromEntries(
        Object.keys(lists).map((name) => [name, codesOnList(lists, name)]),
      );
      const body: MineAnswer = { watchlists, news, routed: routed() };
      return { status: 200, body };
    },
  };
}

/** Open alerts that are looked at, those that changed last. */
const mostLooked = 5_000;

/** Ids of open alerts that have a receiver; looked up once for each entry of the log, however many ask. */
function createRouted({ alerts, log }: Pick<Store, "alerts" | "log">): () => readonly string[] {
  let last: { readonly head: number; readonly ids: readonly string[] } | undefined;
  return () => {
    const head = log.head();
    if (last?.head === head) return last.ids;
    const told = alerts.episodes(mostLooked).filter(({ body }) => body.receivers.length > 0);
    last = { head, ids: told.map(({ body }) => body.id) };
    return last.ids;
  };
}
