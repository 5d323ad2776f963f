/** The outputs of a running monitor: made by the registry, told of the rest of the house, started and stopped. */
import type { Config } from "../config/config.ts";
import { simulatedNames } from "../config/services.ts";
import { standingAnswers } from "../files/active-standing.ts";
import { editorSchemaOf, eventTypesOf } from "../files/event-types.ts";
import { createPresent } from "../files/present.ts";
import type { Clock } from "../lib/clock.ts";
import type { Log } from "../lib/log.ts";
import { Refused } from "../lib/refused.ts";
import type { StoreNews } from "../model/news-items.ts";
import type { Watchlists } from "../model/watchlists.ts";
import { createAttemptMeasures } from "../outputs/attempt-measures.ts";
import { listenerOf, type OutputMember, type OutputName, outputMembers } from "../outputs/index.ts";
import type { JsonRoute, MadeOutput, MonitorSide, Output, PageRoute } from "../outputs/output.ts";
import type { Change } from "../pipeline/change.ts";
import { decisionRoutes } from "../pipeline/quarantine-end.ts";
import { createFilterCompiler } from "../rules/sets/filter.ts";
import type { Store } from "../store/store.ts";
import { readiness, type Status } from "../why/status.ts";
import type { Answering } from "./answers/answering.ts";
import type { Metrics } from "./metrics/monitor-metrics.ts";

export interface OutputsParts {
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
  readonly clock: Clock;
  /** News of the start that the database was put back. */
  putBack(): StoreNews | undefined;
  /** The watchlists as they are now; the same object as long as they stay the same. */
  watchlists(): Watchlists;
  /** Calls of commands beside the decisions about sources. */
  readonly routes: readonly JsonRoute[];
  /** What quiets alerts at this moment. */
  readonly quietedNow: Answering["quietedNow"];
  /** Pages that links in mails lead to. */
  readonly pages: readonly PageRoute[];
  /** Folder of the page's files. */
  readonly webFolder: string;
}

export interface Outputs {
  readonly all: readonly Output[];
  /** One after the other, the last of the registry first. Throws Refused where a port is in use or a folder cannot be written. */
  start(): Promise<void>;
  /** In the order of the registry, each in its time; also where not all were started. */
  stop(): Promise<void>;
  /** The settings with the ports that they listen on. */
  settings(): Config;
  /** Counts those who read from them now. */
  readers(): number;
  /** Where the monitor is reached. */
  listener(): ReturnType<typeof listenerOf>;
}

export async function createOutputs(parts: OutputsParts): Promise<Outputs> {
  const { config, metrics } = parts;
  const types = eventTypesOf(config);
  const { store } = parts;
  const shared = {
    events: store.log,
    types,
    compileFilter: createFilterCompiler(types, parts.watchlists),
    watchlists: parts.watchlists,
    present: createPresent({
      ...parts,
      ...{ types, answers: standingAnswers(config), elapsed: parts.clock.elapsed },
    }),
    consumers: store.consumers,
    meta: store.meta,
    simulated: simulatedNames(config),
    clock: parts.clock,
    log: parts.log,
    tell: parts.tell,
    monitor: monitorSide(parts),
  };
  const attempts = createAttemptMeasures(config.outputs);
  metrics.add(attempts.measures);
  const made: { readonly member: OutputMember; readonly own: MadeOutput<unknown> }[] = [];
  for (const member of outputMembers) {
    const { name } = member;
    const own = await member.create(config.outputs[name as OutputName], {
      ...shared,
      outbox: store.outbox.of(name),
      attempts: attempts.of(name),
    });
    metrics.add(own.measures);
    made.push({ member, own });
  }
  const settings = (): Config => {
    const bound = made.map(({ member, own }) => [member.name, own.settings()]);
    return { ...config, outputs: { ...config.outputs, ...Object.fromEntries(bound) } };
  };
  return {
    all: made.map(({ own }) => own.output),
    async start() {
      for (const { member, own } of made.toReversed()) await startOutput(member, own.output, config);
    },
    async stop() {
      for (const { member, own } of made) await own.output.stop(member.stopMs);
    },
    settings,
    readers: () => made.reduce((sum, { own }) => sum + (own.readers?.() ?? 0), 0),
    listener: () => listenerOf(settings().outputs),
  };
}

async function startOutput({ name, refusal }: OutputMember, output: Output, config: Config): Promise<void> {
  try {
    await output.start();
  } catch (error) {
    throw new Refused(refusal(error as NodeJS.ErrnoException, config.outputs[name as OutputName]));
  }
}

function monitorSide(parts: OutputsParts) {
  const { config, store, status, metrics, sources, tell, putBack, webFolder } = parts;
  const simulated = simulatedNames(config);
  const types = eventTypesOf(config);
  const schemas = new Map<string, object>();
  const side: MonitorSide = {
    sources: status.sources,
    ready: (asks) =>
      readiness(
        { failure: store.failure(), putBack: putBack(), simulated, status, nextAt: parts.nextAt },
        asks,
      ),
    metrics: metrics.text,
    // Made when it is first asked for, which takes a while, and kept.
    schema(name) {
      const schema = schemas.get(name) ?? editorSchemaOf(name, { types });
      schemas.set(name, schema);
      return schema;
    },
    routes: [...decisionRoutes({ store, sources, tell }), ...parts.routes],
    pages: parts.pages,
    publicUrl: config.publicUrl,
    webFolder,
  };
  return side;
}
