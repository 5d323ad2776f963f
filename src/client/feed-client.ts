/** A client of the feed that stays connected, goes on where it was, and says what it could not get. */
import { Acks } from "./acks.ts";
import { Attempt, type AttemptEnd, createBackOff } from "./attempt.ts";
import type { FeedFrame, Heartbeat, LiveFrame, Subscribed, Welcome } from "./frames.ts";
import type { FeedClient, FeedClientOptions, FeedPlace, FeedState } from "./options.ts";
import { importedWebSocket, knownWebSocket, type WebSocketConstructor } from "./platform-web-socket.ts";
import { ProgramSide } from "./program-side.ts";

export { FeedClosedError } from "./entry-stream.ts";
export type { FeedEpisode, FeedEvent, FeedItem, Heartbeat, Welcome } from "./frames.ts";
export type { OpenEpisode } from "./open-episodes.ts";
export type {
  FeedClient,
  FeedClientOptions,
  FeedEntry,
  FeedError,
  FeedGap,
  FeedObserver,
  FeedPlace,
  FeedState,
} from "./options.ts";
export type { SocketEvent, WebSocketConstructor, WebSocketLike } from "./platform-web-socket.ts";

const id = "feed";
const defaultMostWaiting = 10_000;
/** The feed's close code for a question that it cannot read; asking again gets the same. */
const badFrame = 4400;
/** Handshake statuses after which the client stops, since the feed will never accept it. */
const refusals: Readonly<Record<number, string>> = {
  401: "the feed wants a token, or another one (401)",
  403: "the feed refuses this Host or Origin (403)",
};
const timers = {
  after(ms: number, call: () => void) {
    const timer = setTimeout(call, ms);
    return () => clearTimeout(timer);
  },
};

/**
 * Connects at once. Throws for an address or token that cannot be. In Node 20 without a `WebSocket` it loads the package
 * ws first, and closes for such an address or where ws is not installed.
 */
export function createFeedClient(options: FeedClientOptions): FeedClient {
  const client = new ReconnectingClient(options);
  const { program } = client;
  const stream = () => {
    if (options.onEvent !== undefined) throw new Error("the entries of this client go to its onEvent");
    return program.stream;
  };
  const subscribe: FeedClient["subscribe"] = (observer) => stream().subscribe(observer);
  const observable = () => ({ subscribe });
  // A symbol, where the platform or a library has made one.
  const { observable: key = "@@observable" } = Symbol as { readonly observable?: symbol | string };
  client.connect();
  return {
    place: () => program.place,
    openEpisodes: () => program.episodes.list(),
    ack: (seq) => client.ack(seq),
    subscribe,
    "@@observable": observable,
    ...{ [key]: observable },
    [Symbol.asyncIterator]: () => stream().iterate(),
    close: () => client.close("closed by the program"),
  };
}

class ReconnectingClient {
  readonly program: ProgramSide;
  /** The last entry that came, handled or not; undefined while a snapshot is to come, or its end. */
  #received: FeedPlace | undefined;
  readonly #options: FeedClientOptions;
  readonly #clock;
  readonly #backOff;
  readonly #acks = new Acks((seq) => this.#attempt?.send({ type: "ack", id, seq }));
  #WebSocket: WebSocketConstructor | undefined;
  #attempt: Attempt | undefined;
  #welcome: Welcome | undefined;
  #asksSnapshot = false;
  #isSubscribed = false;
  #isPaused = false;
  #retryAfterMs = 0;
  #cancelRetry: () => void = () => {};
  #closed = false;

  constructor(options: FeedClientOptions) {
    this.#options = options;
    this.#WebSocket = knownWebSocket(options.WebSocket);
    this.#clock = options.clock ?? timers;
    this.#backOff = createBackOff(options.random ?? Math.random);
    this.program = new ProgramSide(options, {
      handled: (place) => void (options.acks !== "program" && this.#acks.handled(place)),
      useful: () => this.#backOff.reset(),
      failed: (error) => this.#failed(error),
      empty: () => void (this.#isPaused && this.connect()),
      close: () => this.close("closed by the program"),
    });
  }

  connect(): void {
    if (this.#closed) return;
    this.#welcome = undefined;
    this.#retryAfterMs = 0;
    this.#isSubscribed = false;
    this.#isPaused = false;
    this.#tell({ phase: "connecting" });
    if (this.#WebSocket !== undefined) {
      this.#open(this.#WebSocket);
      return;
    }
    importedWebSocket()
      .then((imported) => {
        this.#WebSocket = imported;
        this.#open(imported);
      })
      .catch((error: unknown) => this.close(`cannot connect: ${String(error)}`, { refused: true }));
  }

  close(reason: string, { refused = false, status }: { refused?: boolean; status?: number } = {}): void {
    if (this.#closed) return;
    this.#closed = true;
    this.#cancelRetry();
    this.#attempt?.end(reason);
    this.#tell({ phase: "closed", reason, ...(status !== undefined && { status }) });
    this.program.end(refused ? { reason, status } : undefined);
  }

  ack(seq: number): void {
    const { given } = this.program;
    if (given === undefined || !(Number.isSafeInteger(seq) && seq >= 0 && seq <= given.seq))
      throw new RangeError(`entry ${seq} was not given to this program`);
    this.#acks.handled({ ...given, seq });
  }

  #open(WebSocket: WebSocketConstructor): void {
    // Whoever was told of the state may have closed the client.
    if (this.#closed) return;
    this.#attempt = new Attempt({
      url: this.#options.url,
      token: this.#options.token,
      WebSocket,
      clock: this.#clock,
      onFrame: (frame, attempt) => this.#hear(frame, attempt),
      onEnd: (end) => this.#ended(end),
    });
  }

  #hear(frame: FeedFrame, attempt: Attempt): void {
    if (frame.type === "welcome") {
      this.#welcome = frame;
      attempt.send(this.#subscription(frame));
    } else if (frame.type === "subscribed") {
      this.#subscribed(frame, attempt);
    } else if (frame.type === "event") {
      this.#event(frame, attempt);
    } else if (frame.type === "episode" || frame.type === "item") {
      this.program.add(frame);
    } else if (frame.type === "live") {
      this.#live(frame);
    } else if (frame.type === "heartbeat") {
      this.#heartbeat(frame);
    } else if (frame.type === "acked") {
      this.#acks.acked();
      if (this.#welcome !== undefined)
        this.#options.onAcked?.({ epoch: this.#welcome.epoch, seq: frame.seq });
    } else if (frame.type === "ended") {
      this.close(`the subscription ended: ${frame.reason}`, { refused: true });
    } else if (frame.type === "bye") {
      this.#retryAfterMs = frame.retryAfterMs;
    } else if (frame.type === "error") {
      this.#options.onError?.({ code: frame.code, message: frame.message });
      this.close(frame.code, { refused: true });
    }
  }

  #subscription(welcome: Welcome): object {
    const { types, subjects, watchlist, where, consumer, since, epoch } = this.#options;
    const received = this.#received;
    const isFirst = received === undefined;
    this.#asksSnapshot = isFirst && since === "snapshot";
    const first = { since: typeof since === "function" ? since(welcome) : since, epoch };
    const kept = consumer === undefined ? { since: received?.seq, epoch: received?.epoch } : {};
    // JSON leaves out what is undefined.
    return {
      type: "subscribe",
      id,
      types,
      subjects,
      watchlist,
      where,
      consumer,
      ...(isFirst ? first : kept),
    };
  }

  #subscribed({ since, recovered, gap }: Subscribed, attempt: Attempt): void {
    if (this.#welcome === undefined) return;
    const { epoch } = this.#welcome;
    this.#isSubscribed = true;
    this.#tell({ phase: "live", welcome: this.#welcome });
    // A gap is told again to a consumer until it acks something behind it.
    const before = recovered ? since : (gap?.from ?? 1) - 1;
    if (this.#options.consumer !== undefined) this.#acks.begin({ epoch, seq: before }, since);
    if (this.#asksSnapshot && recovered) {
      this.program.add({ type: "snapshot" });
      return;
    }
    // A consumer's place on the feed may be behind what came already.
    if (this.#received?.epoch === epoch && since <= this.#received.seq) return;
    this.#received = { epoch, seq: since };
    const lost = recovered ? {} : { gap: gap ?? { from: 1, to: since } };
    this.program.add({ type: "begin", since: this.#received, ...lost });
    if (recovered || this.#options.since !== "snapshot") return;
    this.#received = undefined;
    attempt.end("a new snapshot is needed");
  }

  #live({ type, seq, lacking }: LiveFrame): void {
    if (this.#welcome === undefined) return;
    const { epoch } = this.#welcome;
    this.#acks.heard(seq);
    this.#received = { epoch, seq };
    this.program.add({ type, epoch, seq, ...(lacking && { lacking }) });
  }

  #heartbeat(frame: Heartbeat): void {
    this.#backOff.reset();
    // Before the subscription is answered, it says nothing about this client's entries.
    if (this.#isSubscribed) {
      this.#acks.heard(frame.seq);
      if (this.#received !== undefined && frame.seq > this.#received.seq)
        this.#received = { ...this.#received, seq: frame.seq };
      this.program.add(frame);
    }
    this.#options.onHeartbeat?.(frame);
  }

  #event(frame: FeedFrame & { type: "event" }, attempt: Attempt): void {
    this.#acks.heard(frame.seq);
    // An entry that is not after the place is a repeat.
    if (this.#received === undefined || frame.seq <= this.#received.seq) return;
    this.#received = { ...this.#received, seq: frame.seq };
    this.program.add(frame);
    const { waiting } = this.program;
    if (waiting < (this.#options.mostWaiting ?? defaultMostWaiting)) return;
    this.#isPaused = true;
    attempt.end("paused");
  }

  #failed(error: unknown): void {
    this.#options.onError?.({ code: "handler-failed", message: String(error) });
    this.#received = this.program.place;
    if (this.#isPaused) this.connect();
    else this.#attempt?.end("handler failed");
  }

  #ended({ reason, code, status }: AttemptEnd): void {
    this.#acks.end();
    if (this.#closed) return;
    if (this.#isPaused) {
      this.#tell({ phase: "paused", waiting: this.program.waiting });
      return;
    }
    const refused = code === badFrame ? "the feed refused a frame" : refusals[status ?? 0];
    if (refused !== undefined) {
      this.close(refused, { refused: true, ...(status !== undefined && { status }) });
      return;
    }
    const retryInMs = this.#backOff.nextMs(this.#retryAfterMs);
    const number = code ?? status;
    const said = number === undefined ? reason : `${reason} with ${number}`;
    this.#cancelRetry = this.#clock.after(retryInMs, () => this.connect());
    this.#tell({ phase: "waiting", retryInMs, reason: said });
  }

  #tell(state: FeedState): void {
    this.#options.onState?.(state);
  }
}
