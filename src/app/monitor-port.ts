/** The port of a running monitor, with what the monitor itself answers there. */
import type { Config } from "../config/config.ts";
import { simulatedNames } from "../config/services.ts";
import { editorSchemaOf, eventTypesOf } from "../files/event-types.ts";
import { systemClock } from "../lib/clock.ts";
import { type JsonRoute, jsonAnswer, type OpenRoute, type PageRoute } from "../lib/http/port.ts";
import type { Log } from "../lib/log.ts";
import type { StoreNews } from "../model/news-items.ts";
import { listenerOf } from "../outputs/index.ts";
import type { Change } from "../pipeline/change.ts";
import { decisionRoutes } from "../pipeline/quarantine-end.ts";
import { createWrongTokenWatch } from "../server/guesses.ts";
import { createPort, type ServedPort } from "../server/port.ts";
import type { Store } from "../store/store.ts";
import { readiness, type Status } from "../why/status.ts";
import type { Metrics } from "./metrics/monitor-metrics.ts";

export interface MonitorPortParts {
  readonly config: Config;
  readonly store: Store;
  readonly status: Status;
  readonly metrics: Metrics;
  /** Names of the sources that are watched. */
  readonly sources: readonly string[];
  /** When a source is polled next, ms since 1970; undefined: no poll is in sight. */
  nextAt(source: string): number | undefined;
  readonly log: Log;
  /** Commits the monitor's own news; throws when that could not be written. */
  tell(change: Change): void;
  /** News of the start that the database was put back. */
  putBack(): StoreNews | undefined;
  /** Calls of commands beside the decisions about sources. */
  readonly routes: readonly JsonRoute[];
  /** Pages that links in mails lead to. */
  readonly pages: readonly PageRoute[];
  /** Folder of the page's files. */
  readonly webFolder: string;
}

export function createMonitorPort(parts: MonitorPortParts): ServedPort {
  const { config, store, log, metrics, status, nextAt } = parts;
  // Sockets live in real time.
  const watch = createWrongTokenWatch(log, systemClock);
  metrics.add(watch.measures);
  const port = createPort(listenerOf(config.outputs), {
    clock: systemClock,
    meta: store.meta,
    epoch: store.log.epoch,
    publicUrl: config.publicUrl,
    webFolder: parts.webFolder,
    wrongToken: watch.wrongToken,
    failed: (what, error) => log.error({ error: String(error) }, what),
  });
  const simulated = simulatedNames(config);
  const types = eventTypesOf(config);
  port.welcome({
    open: monitorRoutes({
      ready(asks) {
        const doing = { failure: store.failure(), putBack: parts.putBack(), simulated, status, nextAt };
        return readiness(doing, asks);
      },
      metrics: metrics.text,
      schema: (name) => editorSchemaOf(name, { types }),
    }),
    routes: [...decisionRoutes(parts), ...parts.routes],
    pages: parts.pages,
  });
  return port;
}

/** How the monitor is, for whoever asks; strangers show no token where one is needed. */
interface MonitorState {
  ready(asks: "stranger" | "friend"): { readonly ready: boolean };
  metrics(asks: "stranger" | "friend"): string;
  schema(name: "rules" | "config"): object;
}

export function monitorRoutes({ ready, metrics, schema }: MonitorState): OpenRoute[] {
  const made = new Map<string, object>();
  // Takes a while.
  const schemaOnce = (name: "rules" | "config") => {
    const known = made.get(name) ?? schema(name);
    made.set(name, known);
    return known;
  };
  return [
    { path: "/healthz", answer: () => jsonAnswer(200, { alive: true }) },
    {
      path: "/readyz",
      answer({ asks }) {
        const state = ready(asks());
        return jsonAnswer(state.ready ? 200 : 503, state);
      },
    },
    {
      path: "/metrics",
      answer: ({ asks }) => ({
        status: 200,
        contentType: "text/plain; version=0.0.4; charset=utf-8",
        body: metrics(asks()),
      }),
    },
    { path: "/schema/rules.json", answer: () => jsonAnswer(200, schemaOnce("rules")) },
    { path: "/schema/config.json", answer: () => jsonAnswer(200, schemaOnce("config")) },
  ];
}
