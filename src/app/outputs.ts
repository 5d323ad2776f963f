/** The outputs of a running monitor and its port: made by the registry, told of the rest of the house, started and stopped. */
import type { Config } from "../config/config.ts";
import { simulatedNames } from "../config/services.ts";
import { standingAnswers } from "../files/active-standing.ts";
import { eventTypesOf } from "../files/event-types.ts";
import { createPresent } from "../files/present.ts";
import type { Clock } from "../lib/clock.ts";
import { Refused } from "../lib/refused.ts";
import type { Watchlists } from "../model/watchlists.ts";
import { createAttemptMeasures } from "../outputs/attempt-measures.ts";
import { listenerOf, type OutputMember, type OutputName, outputMembers } from "../outputs/index.ts";
import type { MadeOutput, Output } from "../outputs/output.ts";
import { createFilterCompiler } from "../rules/sets/filter.ts";
import { portRefusal } from "../server/port.ts";
import type { Answering } from "./answers/answering.ts";
import { createMonitorPort, type MonitorPortParts } from "./monitor-port.ts";

export interface OutputsParts extends MonitorPortParts {
  readonly clock: Clock;
  /** The watchlists as they are now; the same object as long as they stay the same. */
  watchlists(): Watchlists;
  /** What quiets alerts at this moment. */
  readonly quietedNow: Answering["quietedNow"];
}

export interface Outputs {
  readonly all: readonly Output[];
  /** The port, then one after the other, the last of the registry first. Throws Refused where a port is in use or a folder cannot be written. */
  start(): Promise<void>;
  /** In the order of the registry, each in its time, then the port; also where not all were started. */
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
  const port = createMonitorPort(parts);
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
    port,
    sources: parts.status.sources,
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
      await orRefused(port.start(), (error) => portRefusal(error, listenerOf(config.outputs)));
      for (const { member, own } of made.toReversed()) {
        const { name, refusal } = member;
        await orRefused(own.output.start(), (error) => refusal(error, config.outputs[name as OutputName]));
      }
    },
    async stop() {
      for (const { member, own } of made) await own.output.stop(member.stopMs);
      await port.stop(portStopMs);
    },
    settings,
    readers: () => made.reduce((sum, { own }) => sum + (own.readers?.() ?? 0), 0),
    listener: () => listenerOf(settings().outputs),
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
