/** A client on a real WebSocket that remembers what it got. */
import { onTestFinished } from "vitest";
import { WebSocket } from "ws";
import { until } from "../../../support/until.ts";
import type { AnyFrame } from "./fake-socket.ts";

export interface Subscriber {
  readonly socket: WebSocket;
  readonly frames: AnyFrame[];
  /** Close code, once closed. */
  closed(): number | undefined;
  send(frame: object): void;
  seqs(): number[];
  frame(type: string): Promise<AnyFrame>;
  closeCode(): Promise<number>;
}

interface SubscriberOptions {
  headers?: Record<string, string>;
  protocols?: string[];
  autoPong?: boolean;
  localAddress?: string;
}

export function subscriber(url: string, options: SubscriberOptions = {}): Subscriber {
  const { protocols = [], ...rest } = options;
  const socket = new WebSocket(url, protocols, rest);
  const frames: AnyFrame[] = [];
  let code: number | undefined;
  socket.on("message", (data) => frames.push(JSON.parse(String(data))));
  socket.on("close", (closeCode) => {
    code = closeCode;
  });
  socket.on("error", () => {});
  onTestFinished(() => socket.terminate());
  return {
    socket,
    frames,
    closed: () => code,
    send: (frame) => socket.send(JSON.stringify(frame)),
    seqs: () => frames.filter((frame) => frame.type === "event").map((frame) => frame.seq),
    frame: (type) => until(`a ${type} frame`, () => frames.find((frame) => frame.type === type)),
    closeCode: () => until("the close", () => code),
  };
}

/** Status of a handshake that is refused. */
export function refusedStatus(url: string, options: SubscriberOptions = {}): Promise<number | undefined> {
  const { protocols = [], ...rest } = options;
  return new Promise((resolve, reject) => {
    const socket = new WebSocket(url, protocols, rest);
    socket.on("error", () => {});
    socket.on("open", () => reject(new Error("the handshake was let through")));
    socket.on("unexpected-response", (_, response) => {
      response.resume();
      resolve(response.statusCode);
    });
  });
}
