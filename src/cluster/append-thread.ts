/** The thread that appends for a writer: its own connection, one message at a time, and a look at the end between them. */
import { parentPort, workerData } from "node:worker_threads";
import { Refused } from "../lib/problem.ts";
import type { AppendAnswered, AppendAsked, AppendThreadGiven, AppendThreadSaid } from "./appender.ts";
import { connectNats } from "./nats/connection.ts";
import { createSharedLog } from "./nats/log.ts";
import { epochNames } from "./nats/streams.ts";

/** So often the leader is asked for the end where nothing is appended, ms. */
const lookMs = 300;

async function appendAll({ settings, epoch, stamp, position, ...shared }: AppendThreadGiven): Promise<void> {
  const { port, answered, confirmedAt } = shared;
  const log = createSharedLog(await connectNats(settings), epochNames(epoch));
  let last = position;
  let isAppending = false;
  const confirm = (at: bigint) => Atomics.store(confirmedAt, 0, at);

  const append = async ({ message, withinMs }: AppendAsked): Promise<AppendAnswered> => {
    const at = process.hrtime.bigint();
    try {
      const appended = await log.append(last, message, stamp, withinMs);
      if ("stored" in appended) {
        last = appended.stored;
        confirm(at);
      }
      return appended;
    } catch (error) {
      return { unconfirmed: error instanceof Error ? error.message : String(error) };
    }
  };
  /** A writer that was cut off, or was stopped while another began, is not confirmed by this. */
  const look = async (): Promise<void> => {
    const at = process.hrtime.bigint();
    const isLast = await log.isEnd(last, lookMs);
    if (isLast && !isAppending) confirm(at);
  };

  port.on("message", async (asked: AppendAsked) => {
    isAppending = true;
    port.postMessage(await append(asked));
    isAppending = false;
    Atomics.store(answered, 0, 1);
    Atomics.notify(answered, 0);
  });
  await look();
  setInterval(look, lookMs);
}

const say = (said: AppendThreadSaid): void => parentPort?.postMessage(said);

appendAll(workerData as AppendThreadGiven).then(
  () => say({ ready: true }),
  (error) => {
    if (!(error instanceof Refused)) throw error;
    say({ refused: error.message });
  },
);
