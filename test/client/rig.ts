/** The client over a WebSocket whose other end is the test. */
import { createFeedClient, type FeedClientOptions, type FeedState } from "../../src/client/feed-client.ts";
import type { WebSocketLike } from "../../src/client/platform-web-socket.ts";
import { createHandClock, type HandClock } from "../support/hand-clock.ts";

type Listener = Parameters<WebSocketLike["addEventListener"]>[1];

/** A WebSocket whose other end is the test. */
class FakeWebSocket {
  static opened: FakeWebSocket[] = [];
  readonly url: string;
  readonly protocols: string[];
  // biome-ignore lint/suspicious/noExplicitAny: frames are looked into freely by tests
  readonly sent: any[] = [];
  closed = false;
  readonly #listeners = new Map<string, Listener>();

  constructor(url: string, protocols: string[] = []) {
    this.url = url;
    this.protocols = protocols;
    FakeWebSocket.opened.push(this);
  }

  addEventListener(type: string, listener: Listener): void {
    this.#listeners.set(type, listener);
  }

  send(text: string): void {
    this.sent.push(JSON.parse(text));
  }

  close(): void {
    this.closed = true;
  }

  say(frame: object): void {
    this.tell("message", { data: JSON.stringify(frame) });
  }

  tell(type: string, event: object): void {
    this.#listeners.get(type)?.(event);
  }
}

export interface Rig {
  clock: HandClock;
  log: string[];
  states: FeedState[];
  client: ReturnType<typeof createFeedClient>;
  /** The connection that is open now. */
  now(): FakeWebSocket;
  count(): number;
  /** Answers the handshake and the subscription. */
  live(more?: { epoch?: string; since?: number; gap?: { from: number; to: number } }): FakeWebSocket;
  event(seq: number, more?: { type?: string; now?: object }): void;
}

/** @param isPulled without onEvent, so that the entries wait for whoever takes them */
export function createRig(options: Partial<FeedClientOptions> = {}, isPulled = false): Rig {
  FakeWebSocket.opened = [];
  const clock = createHandClock();
  const log: string[] = [];
  const states: FeedState[] = [];
  const client = createFeedClient({
    url: "ws://127.0.0.1:1/feed",
    WebSocket: FakeWebSocket,
    clock,
    random: () => 0.5,
    ...(!isPulled && { onEvent: ({ epoch, seq }) => log.push(`${epoch} ${seq}`) }),
    onGap: ({ epoch, from, to }) => log.push(`gap ${epoch} ${from}-${to}`),
    onState: (state) => states.push(state),
    onError: ({ code }) => log.push(`error ${code}`),
    ...options,
  });
  const now = () => {
    const last = FakeWebSocket.opened.at(-1);
    if (last === undefined) throw new Error("nothing was opened");
    return last;
  };
  return {
    clock,
    log,
    states,
    client,
    now,
    count: () => FakeWebSocket.opened.length,
    live({ epoch = "e1", since = 10, gap } = {}) {
      now().say({ type: "welcome", epoch, seq: since, oldest: 1, heartbeatMs: 15_000, simulated: [] });
      const recovered = gap === undefined;
      now().say({ type: "subscribed", id: "feed", since, recovered, ...(gap === undefined ? {} : { gap }) });
      return now();
    },
    event: (seq, more) => now().say({ type: "event", id: "feed", seq, event: feedEvent(more) }),
  };
}

export function feedEvent({ type = "alert.fired", now = {} }: { type?: string; now?: object } = {}): object {
  return { type, subject: "7203", time: "2026-11-20T08:31:02.123Z", data: { now } };
}

/** Lets promises that are settled go on. */
export async function settle(): Promise<void> {
  for (let turn = 0; turn < 20; turn += 1) await Promise.resolve();
}
