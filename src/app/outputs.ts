/** The outputs of a running monitor and its port: made by the registry, told of the rest of the house, started and stopped. */
import type { Config } from "../config/config.ts";
import { simulatedNames } from "../config/services.ts";
import { standingAnswers } from "../files/active-standing.ts";
import { editorSchemaOf, eventTypesOf } from "../files/event-types.ts";
import { createPresent } from "../files/present.ts";
import { type Clock, systemClock } from "../lib/clock.ts";
import { type JsonRoute, jsonAnswer, type OpenRoute, type PageRoute, type PassOn } from "../lib/http/port.ts";
import type { Log } from "../lib/log.ts";
import type { Measure } from "../lib/measure.ts";
import { Refused } from "../lib/problem.ts";
import type { TradingCalendar } from "../model/dates.ts";
import type { ConsumerPlaces } from "../model/event.ts";
import type { StoreNews } from "../model/news-items.ts";
import type { MachineAnswer } from "../model/page/machine.ts";
import type { Watchlists } from "../model/watchlists.ts";
import { createAttemptMeasures } from "../outputs/attempt-measures.ts";
import { listenerOf, type OutputMember, type OutputName, outputMembers } from "../outputs/index.ts";
import type { DeliveryNotes, MadeOutput, Output, OutputParts } from "../outputs/output.ts";
import type { Change } from "../pipeline/change.ts";
import { decisionRoutes } from "../pipeline/quarantine-end.ts";
import { createFilterCompiler } from "../rules/sets/filter.ts";
import { createWrongTokenWatch } from "../server/guesses.ts";
import { createPort, portRefusal, type ServedPort } from "../server/port.ts";
import type { Store } from "../store/store.ts";
import { type Ready, readiness, type Status } from "../why/status.ts";
import type { Answering } from "./answers/answering.ts";
import type { Metrics } from "./metrics/monitor-metrics.ts";

export interface OutputsParts {
  readonly config: Config;
  readonly store: Store;
  readonly status: Status;
  readonly metrics: Metrics;
  /** Names of the sources that are watched. */
  readonly sources: readonly string[];
  readonly next: Ready["next"];
  readonly log: Log;
  readonly notes: DeliveryNotes;
  /** Commits the monitor's own news; throws when that could not be written. */
  tell(change: Change): void;
  /** News of the start that the database was put back. */
  putBack(): StoreNews | undefined;
  /** Calls of commands beside the decisions about sources. */
  readonly routes: readonly JsonRoute[];
  /** What everybody may ask, with a token of its own or none. */
  readonly open: readonly OpenRoute[];
  /** Pages that links in mails lead to. */
  readonly pages: readonly PageRoute[];
  /** Folder of the page's files. */
  readonly webFolder: string;
  readonly clock: Clock;
  /** The watchlists as they are now; the same object as long as they stay the same. */
  watchlists(): Watchlists;
  calendar(): TradingCalendar;
  /** What quiets alerts at this moment. */
  readonly quietedNow: Answering["quietedNow"];
  /** Throws a StoreError where nothing may be sent now; left out: it may. */
  readonly confirm?: (() => void) | undefined;
  /** Places of consumers that other machines keep too; left out: there are none. */
  readonly heard?: Pick<ConsumerPlaces, "watch" | "settled"> | undefined;
  /** Where another machine writes: what is asked of it. Nothing is sent then. */
  readonly following?: Following | undefined;
  /** How this machine is doing in its cluster; left out: it is alone. */
  readonly standing?: MachineStanding | undefined;
}

export interface MachineStanding {
  now(): MachineAnswer;
  readonly measures: readonly Measure[];
}

/** What a machine that follows asks of the one that writes. */
export interface Following {
  /** Does acts of people, whose caller was let in here. */
  readonly passOn: PassOn;
  readonly consumers: ConsumerPlaces;
}

export interface Outputs {
  readonly all: readonly Output[];
  /** The port, then one after the other, the last of the registry first. Throws Refused where a port is in use or a folder cannot be written. */
  start(): Promise<void>;
  /** In the order of the registry, each in its time, then the port; also where not all were started. */
  stop(): Promise<void>;
  /** Does what other machines pass on. */
  readonly passed: PassOn;
  /** The settings with the ports that they listen on. */
  settings(): Config;
  /** Counts those who read from them now. */
  readers(): number;
  /** Where the monitor is reached. */
  listener(): ReturnType<typeof listenerOf>;
}

export async function createOutputs(parts: OutputsParts): Promise<Outputs> {
  const { config, metrics, following } = parts;
  const port = createMonitorPort(parts);
  const common = commonParts(parts, port);
  const attempts = createAttemptMeasures(config.outputs, parts.notes);
  metrics.add(attempts.measures);
  if (parts.standing) metrics.add(parts.standing.measures);
  const made: { readonly member: OutputMember; readonly own: MadeOutput<unknown> }[] = [];
  for (const member of outputMembers) {
    const { name } = member;
    const own = await member.create(config.outputs[name as OutputName], {
      ...common,
      outbox: { ...parts.store.outbox.of(name), ...(parts.confirm && { confirm: parts.confirm }) },
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
      await orRefused(port.start(), (error) => portRefusal(error, listenerOf(config.outputs)));
      for (const { member, own } of made.toReversed()) {
        const { name, refusal, listens } = member;
        if (following && listens(config.outputs[name as OutputName]) === undefined) continue;
        await orRefused(own.output.start(), (error) => refusal(error, config.outputs[name as OutputName]));
      }
    },
    async stop() {
      for (const { member, own } of made) await own.output.stop(member.stopMs);
      await port.stop(portStopMs);
    },
    settings,
    passed: port.passed,
    readers: () => made.reduce((sum, { own }) => sum + (own.readers?.() ?? 0), 0),
    listener: () => listenerOf(settings().outputs),
  };
}

/** The parts that all outputs are made with. */
function commonParts(parts: OutputsParts, port: ServedPort): Omit<OutputParts, "outbox" | "attempts"> {
  const { config, store, clock, watchlists, following } = parts;
  const types = eventTypesOf(config);
  const answers = standingAnswers(config);
  return {
    events: store.log,
    types,
    compileFilter: createFilterCompiler(types, watchlists, parts.calendar),
    watchlists,
    present: createPresent({ ...parts, types, answers, elapsed: clock.elapsed }),
    consumers: following?.consumers ?? { ...store.consumers, ...parts.heard },
    ...{ devices: store.devices, publicUrl: config.publicUrl },
    people: config.people,
    meta: store.meta,
    simulated: simulatedNames(config),
    ...{ clock, log: parts.log, tell: parts.tell, port },
    sources: parts.status.sources,
  };
}

/** Time for readers that are behind; outputs have theirs before. */
const portStopMs = 3_000;

/** @param refusal tells a person why it did not start */
async function orRefused(
  started: Promise<void>,
  refusal: (error: NodeJS.ErrnoException) => string,
): Promise<void> {
  try {
    await started;
  } catch (error) {
    throw new Refused(refusal(error as NodeJS.ErrnoException));
  }
}

// The port, with what the monitor itself answers there.

function createMonitorPort(parts: OutputsParts): ServedPort {
  const { config, store, log, metrics, status, next } = parts;
  // Sockets live in real time.
  const watch = createWrongTokenWatch(log, systemClock);
  metrics.add(watch.measures);
  const port = createPort(
    { ...listenerOf(config.outputs), people: config.people },
    {
      clock: systemClock,
      // A session that ends here could not be ended elsewhere: a machine that follows has its own.
      meta: parts.following ? createPassingMeta() : store.meta,
      epoch: store.log.epoch,
      passOn: parts.following?.passOn,
      publicUrl: config.publicUrl,
      webFolder: parts.webFolder,
      wrongToken: watch.wrongToken,
      failed: (what, error) => log.error({ error: String(error) }, what),
    },
  );
  const simulated = simulatedNames(config);
  const types = eventTypesOf(config);
  port.welcome({
    open: [
      ...parts.open,
      ...monitorRoutes({
        ready(asks) {
          const doing = {
            ...{ failure: store.failure(), putBack: parts.putBack(), simulated, status, next },
            cluster: parts.standing?.now(),
          };
          return readiness(doing, asks);
        },
        metrics: metrics.text,
        schema: (name) => editorSchemaOf(name, { types }),
      }),
    ],
    routes: [...decisionRoutes(parts), ...parts.routes],
    pages: parts.pages,
  });
  return port;
}

/** Facts that end with the process. */
function createPassingMeta() {
  const facts = new Map<string, string>();
  return {
    get: (key: string) => facts.get(key),
    set: (key: string, value: string) => void facts.set(key, value),
  };
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
