/** A client of the feed that stays connected, goes on where it was, and says what it could not get. */
import { systemClock } from "../lib/clock.ts";
import { Attempt, type AttemptEnd, chooseWebSocket, createBackOff } from "./attempt.ts";
import type {
  FeedClient,
  FeedClientOptions,
  FeedFrame,
  FeedPlace,
  FeedState,
  Subscribed,
  Welcome,
} from "./options.ts";

export type {
  FeedClient,
  FeedClientOptions,
  FeedEntry,
  FeedError,
  FeedEvent,
  FeedGap,
  FeedPlace,
  FeedState,
  Heartbeat,
  Welcome,
} from "./options.ts";

const id = "feed";
/** The feed's close code for a question that it cannot read; asking again gets the same. */
const badFrame = 4400;
/** Handshake statuses after which the client stops, since the feed will never accept it. */
const refusals: Readonly<Record<number, string>> = {
  401: "the feed wants a token, or another one (401)",
  403: "the feed refuses this Host or Origin (403)",
};

/** Connects at once. Throws for an address or token that cannot be, and where there is no WebSocket. */
export function createFeedClient(options: FeedClientOptions): FeedClient {
  const client = new ReconnectingClient(options);
  client.connect();
  return { place: () => client.place, close: () => client.close("closed by the program") };
}

class ReconnectingClient {
  place: FeedPlace | undefined;
  readonly #options: FeedClientOptions;
  readonly #WebSocket;
  readonly #clock;
  readonly #backOff;
  #attempt: Attempt | undefined;
  #welcome: Welcome | undefined;
  #retryAfterMs = 0;
  #cancelRetry: () => void = () => {};
  #closed = false;

  constructor(options: FeedClientOptions) {
    this.#options = options;
    this.#WebSocket = chooseWebSocket(options.WebSocket);
    this.#clock = options.clock ?? systemClock;
    this.#backOff = createBackOff(options.random ?? Math.random);
  }

  connect(): void {
    this.#welcome = undefined;
    this.#retryAfterMs = 0;
    this.#tell({ phase: "connecting" });
    // Whoever was told may have closed the client.
    if (this.#closed) return;
    this.#attempt = new Attempt({
      url: this.#options.url,
      token: this.#options.token,
      WebSocket: this.#WebSocket,
      clock: this.#clock,
      onFrame: (frame, attempt) => this.#hear(frame, attempt),
      onEnd: (end) => this.#ended(end),
    });
  }

  close(reason: string, status?: number): void {
    if (this.#closed) return;
    this.#closed = true;
    this.#cancelRetry();
    this.#attempt?.end(reason);
    this.#tell({ phase: "closed", reason, ...(status !== undefined && { status }) });
  }

  #hear(frame: FeedFrame, attempt: Attempt): void {
    if (frame.type === "welcome") {
      this.#welcome = frame;
      attempt.send(this.#subscription(frame));
    } else if (frame.type === "subscribed") {
      this.#subscribed(frame);
    } else if (frame.type === "event") {
      this.#event(frame, attempt);
    } else if (frame.type === "heartbeat") {
      this.#moveTo(frame.seq);
      this.#backOff.reset();
      this.#options.onHeartbeat?.(frame);
    } else if (frame.type === "bye") {
      this.#retryAfterMs = frame.retryAfterMs;
    } else if (frame.type === "error") {
      this.#options.onError?.({ code: frame.code, message: frame.message });
      this.close(frame.code);
    }
  }

  #subscription(welcome: Welcome): object {
    const { types, subjects, watchlist, where, since, epoch } = this.#options;
    const first = { since: typeof since === "function" ? since(welcome) : since, epoch };
    const from = this.place === undefined ? first : { since: this.place.seq, epoch: this.place.epoch };
    // JSON leaves out what is undefined.
    return { type: "subscribe", id, types, subjects, watchlist, where, ...from };
  }

  #subscribed({ since, recovered, gap }: Subscribed): void {
    if (this.#welcome === undefined) return;
    const { epoch } = this.#welcome;
    this.place = { epoch, seq: since };
    this.#tell({ phase: "live", welcome: this.#welcome });
    if (!recovered) this.#options.onGap?.({ epoch, from: gap?.from ?? 1, to: gap?.to ?? since });
  }

  #event(frame: FeedFrame & { type: "event" }, attempt: Attempt): void {
    // An entry that is not after the place is a repeat.
    if (this.place === undefined || frame.seq <= this.place.seq) return;
    try {
      this.#options.onEvent({ epoch: this.place.epoch, seq: frame.seq, event: frame.event });
    } catch (error) {
      this.#options.onError?.({ code: "handler-failed", message: String(error) });
      attempt.end("handler failed");
      return;
    }
    this.#moveTo(frame.seq);
    this.#backOff.reset();
  }

  #moveTo(seq: number): void {
    if (this.place !== undefined && seq > this.place.seq) this.place = { ...this.place, seq };
  }

  #ended({ reason, code, status }: AttemptEnd): void {
    if (this.#closed) return;
    const refused = code === badFrame ? "the feed refused a frame" : refusals[status ?? 0];
    if (refused !== undefined) {
      this.close(refused, status);
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
