/** A reader of the feed that comes back after every broken connection, as docs/feed.md tells clients to. */
import { onTestFinished } from "vitest";
import { WebSocket } from "ws";

export interface Frame {
  readonly type: string;
  readonly [field: string]: unknown;
}

export interface ReadEvent {
  readonly seq: number;
  readonly event: {
    readonly id: string;
    readonly type: string;
    readonly source: string;
    readonly subject: string;
    readonly published?: string;
    readonly occurred?: string;
    readonly data: { now: Record<string, unknown>; was?: Record<string, unknown>; changed?: string[] };
  };
}

export interface FeedReader {
  readonly frames: Frame[];
  readonly events: ReadEvent[];
  /** Leaves its connection, and comes back by another. */
  move(): void;
}

/**
 * Reads everything from the start of the log.
 *
 * @param url asked at each connection, where it is a function
 * @param hear of each frame as it comes
 */
export function readFeed(url: string | (() => string), hear: (frame: Frame) => void = () => {}): FeedReader {
  const frames: Frame[] = [];
  const events: ReadEvent[] = [];
  let epoch: string | undefined;
  let socket: WebSocket | undefined;
  let done = false;

  const connect = (): void => {
    if (done) return;
    socket = new WebSocket(typeof url === "string" ? url : url(), "yagura.v1");
    socket.on("message", (data) => {
      const frame: Frame = JSON.parse(String(data));
      frames.push(frame);
      if (frame.type === "welcome") {
        if (process.env.TEMP_LEAVE && Number(frame.seq) < (events.at(-1)?.seq ?? 0))
          return socket?.terminate();
        const since = events.at(-1)?.seq ?? "start";
        socket?.send(JSON.stringify({ type: "subscribe", id: "all", since, ...(epoch ? { epoch } : {}) }));
        epoch ??= String(frame.epoch);
      }
      if (frame.type === "event") events.push(frame as unknown as ReadEvent);
      hear(frame);
    });
    socket.on("error", () => {});
    socket.on("close", () => setTimeout(connect, 50));
  };
  connect();
  onTestFinished(() => {
    done = true;
    socket?.terminate();
  });
  return { frames, events, move: () => socket?.terminate() };
}
