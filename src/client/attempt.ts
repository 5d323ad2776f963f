/** One connection of the client: opened, listened to, watched for silence, ended once. */
import { type FeedFrame, readFeedFrame } from "./frames.ts";
import type { FeedClientOptions } from "./options.ts";
import type { WebSocketConstructor, WebSocketLike } from "./platform-web-socket.ts";

export interface ConnectionOptions {
  readonly url: string;
  readonly token: string | undefined;
  readonly WebSocket: WebSocketConstructor;
  readonly clock: NonNullable<FeedClientOptions["clock"]>;
  onFrame(frame: FeedFrame, attempt: Attempt): void;
  /** Called once. */
  onEnd(end: AttemptEnd): void;
}

export interface AttemptEnd {
  readonly reason: string;
  /** The close code where there was one. */
  readonly code?: number | undefined;
  /** The HTTP status that refused the handshake, where the WebSocket tells it. */
  readonly status?: number | undefined;
}

/** Longest silence that is accepted until the welcome tells the heartbeat's interval. */
const firstSilenceMs = 10_000;
const missedHeartbeats = 2.5;

export class Attempt {
  readonly #options: ConnectionOptions;
  readonly #socket: WebSocketLike;
  #silenceMs = firstSilenceMs;
  #cancelSilence: () => void = () => {};
  #ended = false;

  /** Throws what the WebSocket throws for an address or token that cannot be. */
  constructor(options: ConnectionOptions) {
    this.#options = options;
    const { token } = options;
    const protocols = token === undefined ? ["yagura.v1"] : ["yagura.v1", `bearer.${token}`];
    this.#socket = new options.WebSocket(options.url, protocols);
    this.#socket.addEventListener("message", (event) => this.#hear(event.data));
    this.#socket.addEventListener("error", ({ status }) =>
      this.#end({ reason: "connection failed", status }),
    );
    this.#socket.addEventListener("close", ({ code }) => this.#end({ reason: "closed", code }));
    this.#listenForSilence();
  }

  send(frame: object): void {
    if (!this.#ended) this.#socket.send(JSON.stringify(frame));
  }

  /** Ends it from this side. */
  end(reason: string): void {
    this.#end({ reason });
  }

  #hear(data: unknown): void {
    if (this.#ended) return;
    const frame = readFeedFrame(data);
    if (frame?.type === "welcome") this.#silenceMs = frame.heartbeatMs * missedHeartbeats;
    this.#listenForSilence();
    if (frame !== undefined) this.#options.onFrame(frame, this);
  }

  #listenForSilence(): void {
    this.#cancelSilence();
    if (this.#ended) return;
    this.#cancelSilence = this.#options.clock.after(this.#silenceMs, () => this.#end({ reason: "silent" }));
  }

  #end(end: AttemptEnd): void {
    if (this.#ended) return;
    this.#ended = true;
    this.#cancelSilence();
    this.#socket.close();
    this.#options.onEnd(end);
  }
}

/** Wait before the next connection: exponential with full jitter, so that many clients spread out. */
export interface BackOff {
  /** The wait after one more failure; at least `atLeastMs`, which the feed asked for. */
  nextMs(atLeastMs: number): number;
  /** A connection proved useful. */
  reset(): void;
}

const baseMs = 500;
const mostMs = 30_000;

/** `random` gives 0 to below 1. */
export function createBackOff(random: () => number): BackOff {
  let failures = 0;
  return {
    nextMs(atLeastMs) {
      const ceilingMs = Math.min(mostMs, baseMs * 2 ** failures);
      failures = Math.min(failures + 1, 10);
      return Math.round(atLeastMs + random() * ceilingMs);
    },
    reset() {
      failures = 0;
    },
  };
}
