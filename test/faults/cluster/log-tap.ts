/** A reader of the log of a cluster on its servers: each message once, in order, as they keep it. */
import { type JetStreamManager, jetstreamManager } from "@nats-io/jetstream";
import { connect } from "@nats-io/transport-node";
import { onTestFinished } from "vitest";

interface LogMessage {
  readonly sequence: number;
  /** When a server stored it, in ms. */
  readonly at: number;
  readonly term: number;
  /** "part" of one that came in parts. */
  readonly kind: string;
  /** Of the message that begins a term: the machine that writes in it. */
  readonly holder: string | undefined;
}

export interface LogTap {
  readonly messages: readonly LogMessage[];
  term(): number;
  /** The machine of the last term; undefined: there was none. */
  writer(): string | undefined;
  /** What is no log of one writer at a time, in words. */
  rivals(): string[];
}

/**
 * @param addresses of all servers: those that are there answer
 * @param epoch of the log, once it is known: machines that began at once leave the beginnings of others
 */
export function tapLog(addresses: readonly string[], epoch: () => string | undefined): LogTap {
  const messages: LogMessage[] = [];
  let isOver = false;
  /** Reads by a connection of its own, until it fails or hangs. */
  const read = async (): Promise<void> => {
    const connection = await within(connect({ servers: [...addresses], reconnect: false, timeout: 2_000 }));
    try {
      const manager = await within(jetstreamManager(connection, { checkAPI: false, timeout: 2_000 }));
      while (!isOver) {
        const stream = `yagura-${epoch()?.slice(0, 8)}`;
        const next = (messages.at(-1)?.sequence ?? 0) + 1;
        const message = await within(messageAt(manager, stream, next));
        if (message) messages.push(message);
        else await after(100);
      }
    } finally {
      void connection.close();
    }
  };
  const readOn = async (): Promise<void> => {
    while (!isOver) {
      // Nobody leads the log, or a server is away: it is read on at the next one.
      await read().catch(() => {});
      await after(100);
    }
  };
  const done = readOn();
  onTestFinished(async () => {
    isOver = true;
    await done;
  });
  const lastTerm = () => messages.findLast(({ kind }) => kind === "term");
  return {
    messages,
    term: () => lastTerm()?.term ?? 0,
    writer: () => lastTerm()?.holder,
    rivals: () => rivals(messages),
  };
}

const after = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms));

async function within<T>(work: Promise<T>): Promise<T> {
  const late = new Error("no answer");
  return Promise.race([work, after(5_000).then(() => Promise.reject(late))]);
}

/** Terms grow by messages that begin one, and nobody adds anything in another than the last. */
function rivals(messages: readonly LogMessage[]): string[] {
  let [last, end] = [0, 0];
  return messages.flatMap(({ sequence, term, kind }) => {
    const [before, expected] = [last, end + 1];
    last = Math.max(last, term);
    end = sequence;
    if (sequence !== expected) return [`message ${sequence} was read in place of ${expected}`];
    const isRight = kind === "term" ? term > before : term === before;
    return isRight ? [] : [`message ${sequence} (${kind}) of term ${term} in term ${before}`];
  });
}

async function messageAt(
  manager: JetStreamManager,
  stream: string,
  sequence: number,
): Promise<LogMessage | undefined> {
  const stored = await manager.streams.getMessage(stream, { seq: sequence });
  if (stored === null) return undefined;
  const term = Number(stored.header.get("Yagura-Term"));
  const isPart = stored.header.has("Yagura-Part");
  const { kind = "part", holder } = isPart ? {} : stored.json<{ kind: string; holder?: string }>();
  return { sequence, at: stored.time.getTime(), term, kind, holder };
}
