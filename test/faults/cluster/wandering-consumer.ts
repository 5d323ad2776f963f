/** A consumer of the feed that confirms what it got, and goes on at another machine again and again. */
import { onTestFinished } from "vitest";
import { WebSocket } from "ws";
import type { Frame } from "../../support/feed-reader.ts";

export interface WanderingConsumer {
  /** Each entry that it got, once. */
  readonly seqs: ReadonlySet<number>;
  /** The last place that was confirmed. */
  acked: number;
  /** In words. */
  readonly wrong: string[];
  move(): void;
}

/** @param url asked at each connection */
export function startConsumer(url: () => string): WanderingConsumer {
  const seqs = new Set<number>();
  const own: WanderingConsumer = { seqs, acked: 0, wrong: [], move: () => socket?.terminate() };
  let socket: WebSocket | undefined;
  let isOver = false;
  let isKnown = false;

  const hear = (frame: Frame, answer: (frame: object) => void): void => {
    const seq = Number(frame.seq ?? frame.since);
    if (frame.type === "welcome")
      answer({ type: "subscribe", id: "a", consumer: "bot", ...(isKnown ? {} : { since: "start" }) });
    if (frame.type === "subscribed") {
      isKnown = true;
      if (frame.recovered !== true) own.wrong.push(`a gap: ${JSON.stringify(frame)}`);
      if (seq < own.acked) own.wrong.push(`it goes on behind ${seq}, after ${own.acked} was confirmed`);
    }
    if (frame.type === "event") {
      seqs.add(seq);
      answer({ type: "ack", id: "a", seq });
    }
    if (frame.type === "acked") {
      if (seq < own.acked) own.wrong.push(`${seq} confirmed after ${own.acked}`);
      own.acked = Math.max(own.acked, seq);
    }
    if (frame.type === "error") own.move();
  };
  const connect = (): void => {
    if (isOver) return;
    const one = new WebSocket(url(), "yagura.v1");
    socket = one;
    // What a connection that was left still says comes too late.
    one.on("message", (data) => {
      if (socket === one)
        hear(JSON.parse(String(data)), (frame) => one.readyState === 1 && one.send(JSON.stringify(frame)));
    });
    one.on("error", () => {});
    one.on("close", () => setTimeout(connect, 100));
  };
  connect();
  onTestFinished(() => {
    isOver = true;
    socket?.terminate();
  });
  return own;
}
