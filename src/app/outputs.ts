/** The feed and the mails, with what they are told of the rest of the house. */
import type { Config } from "../config/config.ts";
import { type Clock, systemClock } from "../lib/clock.ts";
import type { Log } from "../lib/log.ts";
import { namesOf } from "../model/known-types.ts";
import type { StoreNews } from "../model/news-items.ts";
import { createEmail } from "../outputs/email/email.ts";
import { createFeed, type Feed } from "../outputs/feed/feed.ts";
import type { Output } from "../outputs/output.ts";
import type { Change } from "../pipeline/diff.ts";
import { createFilterCompiler } from "../rules/filter.ts";
import type { Store } from "../store/store.ts";
import { editorSchemaOf } from "./editor-schemas.ts";
import { eventTypesOf } from "./event-types.ts";
import { givenUpChange } from "./given-up-mails.ts";
import { holdRoutes } from "./hold-routes.ts";
import { createMetrics, type Metrics } from "./metrics.ts";
import { readiness } from "./readiness.ts";
import { simulatedNames } from "./simulated.ts";
import type { Status } from "./status.ts";
import { createWrongTokenLog } from "./wrong-token-log.ts";

export interface OutputParts {
  readonly config: Config;
  readonly store: Store;
  readonly status: Status;
  /** Names of the sources that are watched. */
  readonly sources: readonly string[];
  readonly log: Log;
  /** Commits the monitor's own news; throws when that could not be written. */
  tell(change: Change): void;
  readonly clock: Clock;
  /** What was noticed at the start of a database that was put back. */
  putBack(): StoreNews | undefined;
  /** Folder of the page's files. */
  readonly webFolder: string;
}

export interface Outputs {
  readonly feed: Feed;
  readonly email: Output;
  readonly metrics: Metrics;
}

export function createOutputs({
  config,
  store,
  status,
  sources,
  log,
  tell,
  clock,
  putBack,
  webFolder,
}: OutputParts): Outputs {
  const simulated = simulatedNames(config);
  const types = eventTypesOf(config);
  const logWrongToken = createWrongTokenLog(log, systemClock);
  const feed: Feed = createFeed({
    ...config.feed,
    log: store.log,
    // What it measures are sockets, which live in real time.
    clock: systemClock,
    simulated,
    compileFilter: createFilterCompiler(types),
    eventTypes: namesOf(types),
    webFolder,
    sources: status.sources,
    ready: (asks) => readiness({ failure: store.failure(), putBack: putBack(), simulated, status }, asks),
    metrics: () => metrics.text(),
    rulesSchema: once(() => editorSchemaOf("rules", { types })),
    configSchema: once(() => editorSchemaOf("config")),
    routes: holdRoutes({ store, sources, tell }),
    wrongToken(address) {
      metrics.wrongToken();
      logWrongToken(address);
    },
    failed: (what, error) => log.error({ error: String(error) }, what),
  });
  const email = createEmail({
    smtp: config.email.smtp,
    outbox: store.outbox,
    clock,
    onFailed: (mail, reason, error) =>
      tell(givenUpChange({ mail, reason, error, at: clock.now() }, store.log)),
    log,
  });
  const { deliveries } = store;
  const metrics = createMetrics({
    deliveries,
    connections: () => feed.connections(),
    head: store.log.head,
    writable: () => store.failure() === undefined,
  });
  return { feed, email, metrics };
}

/** Made when it is first asked for, which takes a while, and kept. */
function once<T extends object>(make: () => T): () => T {
  let made: T | undefined;
  return () => {
    made ??= make();
    return made;
  };
}
