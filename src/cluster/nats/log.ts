/** The log of an epoch: a stream of NATS. */
import { setTimeout as pause } from "node:timers/promises";
import { type ConsumerMessages, type JsMsg, jetstream, type StreamInfo } from "@nats-io/jetstream";
import { type NatsConnection, nanos } from "@nats-io/transport-node";
import { listenAbort } from "../../lib/turns.ts";
import { LogGap, type LogRead, type SharedLog } from "../engine.ts";
import { createAppend } from "./append.ts";
import { requestMs, untilAnswered } from "./connection.ts";
import { createJoin, termIn } from "./parts.ts";
import { serversOf } from "./servers.ts";
import { type LogPlace, managerOf, streamInfo } from "./streams.ts";

/** Time for what no writer waits for, ms: a leader is elected within it. */
const patientMs = 15_000;
/** So long a leader may be behind what others confirmed, ms. */
const behindMs = 5_000;
const againMs = 250;
/** Twice the time between two beats of servers that have nothing to say; none elects in less than four seconds. */
const heardMs = 2_000;
/** Messages that are asked for at once; the largest are half a megabyte. */
const mostAhead = 64;
/** Times of a consumer, ms: who leads it is noticed to be gone after two beats. */
const consumerTimes = { expires: 5_000, idle_heartbeat: 1_000 };

export function createSharedLog(nc: NatsConnection, place: LogPlace): SharedLog {
  const info = async (withinMs: number, signal?: AbortSignal): Promise<StreamInfo | undefined> => {
    const manager = await managerOf(nc, Math.min(requestMs, withinMs));
    return untilAnswered(() => streamInfo(manager, place.stream), { withinMs, signal });
  };
  return {
    append: createAppend(nc, place),
    read: (after, signal) => readLog(nc, place, after, signal, () => info(Number.POSITIVE_INFINITY, signal)),
    async end(withinMs) {
      const sequence = (await info(withinMs))?.state.last_seq ?? 0;
      if (sequence === 0) return { sequence, term: 0 };
      const manager = await managerOf(nc, Math.min(requestMs, withinMs));
      const last = await untilAnswered(() => manager.streams.getMessage(place.stream, { seq: sequence }), {
        withinMs,
      });
      return { sequence, term: last === null ? 0 : termIn((name) => last.header.get(name)) };
    },
    async isEnd(sequence, withinMs) {
      const found = await info(withinMs).catch(() => undefined);
      return found !== undefined && found.state.last_seq === sequence && isHeard(found);
    },
    async facts() {
      const found = await info(patientMs);
      const { first_seq: first = 0, last_seq: last = 0, bytes = 0 } = found?.state ?? {};
      const { leader, replicas = [] } = found?.cluster ?? {};
      const followers = replicas.map(({ name, current }) => ({ name, isCurrent: current }));
      // One server alone leads, and does not say so.
      const leads = leader ?? (found?.cluster === undefined ? nc.info?.server_name : undefined);
      return { leader: leads, followers, first, last, bytes, servers: await serversOf(nc), syncs: "unknown" };
    },
    async purge(to) {
      const manager = await managerOf(nc);
      await untilAnswered(() => manager.streams.purge(place.stream, { seq: to + 1 }), {
        withinMs: patientMs,
      });
    },
  };
}

async function* readLog(
  nc: NatsConnection,
  { stream }: LogPlace,
  after: number,
  signal: AbortSignal,
  info: () => Promise<StreamInfo | undefined>,
): AsyncGenerator<LogRead, void, void> {
  const join = createJoin();
  let last = after;
  while (!signal.aborted) {
    let messages: ConsumerMessages;
    try {
      await checkBounds(last, signal, info);
      messages = await untilAnswered(() => consume(nc, stream, last), { signal });
    } catch (error) {
      if (signal.aborted) return;
      throw error;
    }
    const unlisten = listenAbort(signal, () => messages.stop());
    try {
      // It ends where its consumer or its connection does: then the next one goes on.
      for await (const message of messages) {
        if (signal.aborted) return;
        // Without a word a consumer begins with the first that is there, or behind the end.
        if (message.seq !== last + 1) throw new LogGap(message.seq > last ? "purged" : "shorter", last);
        last = message.seq;
        const read = join(carriedIn(message));
        if (read === undefined) throw new LogGap("within", after);
        yield read;
      }
    } finally {
      unlisten();
      messages.stop();
    }
  }
}

async function consume(nc: NatsConnection, stream: string, last: number): Promise<ConsumerMessages> {
  const js = jetstream(nc, { timeout: requestMs });
  const consumer = await js.consumers.get(stream, { opt_start_seq: last + 1, inactive_threshold: 30_000 });
  return consumer.consume({ max_messages: mostAhead, ...consumerTimes, abort_on_missing_resource: true });
}

/** A leader that ends before the reader may only be behind: it is asked again for some seconds. */
async function checkBounds(
  last: number,
  signal: AbortSignal,
  info: () => Promise<StreamInfo | undefined>,
): Promise<void> {
  const until = performance.now() + behindMs;
  for (;;) {
    const { first_seq: first = 0, last_seq: end = 0 } = (await info())?.state ?? {};
    if (first > last + 1) throw new LogGap("purged", last);
    if (end >= last) return;
    if (performance.now() > until) throw new LogGap("shorter", last);
    await pause(againMs, undefined, { signal });
  }
}

/** A leader is heard by itself, and by those from whom it heard lately; 0 stands for never. */
function isHeard({ cluster }: StreamInfo): boolean {
  const others = cluster?.replicas ?? [];
  const heard = others.filter(({ active }) => active > 0 && active < nanos(heardMs));
  return (heard.length + 1) * 2 > others.length + 1;
}

const carriedIn = (message: JsMsg) => ({
  sequence: message.seq,
  header: (name: string) => message.headers?.get(name) ?? "",
  data: message.data,
});
