/** `/api/about`: the monitor itself. */
import manifest from "../../package.json" with { type: "json" };
import { creditsOf, simulatedNames } from "../config/services.ts";
import { eventTypesOf } from "../files/event-types.ts";
import type { JsonRoute } from "../lib/http/port.ts";
import type { Episode } from "../model/alerts.ts";
import type { WatchedAnswer } from "../model/page/rules.ts";
import type { AboutAnswer } from "../model/page/sources.ts";
import type { MineAnswer } from "../model/page/watchlists.ts";
import { ownOf } from "../model/people.ts";
import { codesOnList } from "../model/watchlists.ts";
import type { Store } from "../store/store.ts";
import type { PageParts } from "./page-call.ts";

export function aboutCall({ config, machine }: PageParts): JsonRoute {
  return {
    right: "read",
    method: "GET",
    path: "/api/about",
    answer() {
      const { stockPage } = config.upstreams.market;
      const body: AboutAnswer = {
        version: manifest.version,
        simulated: simulatedNames(config),
        credits: creditsOf(config),
        ...(stockPage !== undefined && { stockPage }),
        ...(machine && { cluster: machine() }),
      };
      return { status: 200, body };
    },
  };
}

// `/api/watched`: the names by which alerts can be narrowed down: sources, rules and watchlists.

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

// `/api/mine`: what the reader watches, and what else is theirs, so that the inbox can open on it.

export function mineCall({ config, store, rules }: PageParts): JsonRoute {
  const { known } = eventTypesOf(config);
  // An alert about an alert is about what that one was about.
  const isNews = (type: string) =>
    known.get(type as never)?.sources === undefined && !type.startsWith("alert.");
  const news = [...known.keys()].filter(isNews);
  const hasRoutes = config.alerts?.routes.some(({ to }) => to !== undefined) ?? false;
  const routed: Routed = hasRoutes ? createRouted(store) : () => [];
  return {
    right: "read",
    method: "GET",
    path: "/api/mine",
    answer: ({ person }) => {
      const { watchlists: ownLists, receivers } = ownOf(person, config.people);
      const lists = rules.watchlists();
      const watchlists = Object.fromEntries(
        Object.keys(lists).map((name) => [name, codesOnList(lists, name)]),
      );
      const body: MineAnswer = {
        ...{ watchlists, news, routed: routed(receivers) },
        ...(person !== undefined && { own: { watchlists: ownLists, receivers } }),
      };
      return { status: 200, body };
    },
  };
}

/** Open alerts that are looked at, those that changed last. */
const mostLooked = 5_000;

/** Gives the ids of open alerts that have one of some receivers, or any at all. */
type Routed = (receivers: readonly string[] | undefined) => readonly string[];

/** Looked up once for each entry of the log, however many ask. */
function createRouted({ alerts, log }: Pick<Store, "alerts" | "log">): Routed {
  let last:
    | { readonly head: number; readonly told: readonly Pick<Episode, "id" | "receivers">[] }
    | undefined;
  return (receivers) => {
    const head = log.head();
    if (last?.head !== head) {
      const open = alerts.episodes(mostLooked).map(({ body }) => body);
      last = { head, told: open.filter((one) => one.receivers.length > 0) };
    }
    const isTold = (one: Pick<Episode, "receivers">) =>
      receivers === undefined || one.receivers.some((receiver) => receivers.includes(receiver));
    return last.told.filter(isTold).map(({ id }) => id);
  };
}
