/**
 * The log over plain HTTP: a connection whose frames are the lines of an answer. It ends where all is written that was
 * there when it began, or, for one that waits, with the first entries that come.
 */
import type { ServerResponse } from "node:http";
import type { Clock } from "../../../lib/clock.ts";
import { jsonAnswer } from "../../../lib/http/port.ts";
import type { LogAsked } from "../frames/client-frames.ts";
import { closings, type ServerFrame, wholeCode } from "../frames/server-frames.ts";
import type { Connection } from "./connection.ts";
import { textIn } from "./entries.ts";
import type { FeedSocket } from "./socket.ts";

/** Says why there are no lines. */
export function refuseAnswer(
  response: ServerResponse,
  { status, retryAfterMs, ...why }: RefusedAnswer,
): void {
  const { contentType, body } = jsonAnswer(status, why);
  if (retryAfterMs !== undefined) response.setHeader("retry-after", Math.ceil(retryAfterMs / 1_000));
  response.writeHead(status, { "content-type": contentType });
  response.end(body);
}

interface RefusedAnswer {
  readonly status: 400 | 429 | 503;
  readonly error: string;
  readonly code?: string;
  readonly retryAfterMs?: number;
}

const newline = Buffer.from("\n");
/** The begin of an entry's line; a query subscribes as "url". */
const entryLine = /^\{"type":"event","id":"url","seq":(\d+)/;

export class LogAnswer implements FeedSocket {
  readonly #response: ServerResponse;
  readonly #limit: number;
  readonly #waitMs: number;
  readonly #clock: Clock;
  #connection: Connection | undefined;
  /** Lines that come before it is known whether there is an answer; undefined: it has begun. */
  #held: Buffer[] | undefined = [];
  /** Everything up to it was there when the answer began. */
  #goal = 0;
  #hasGoal = false;
  /** Whether the snapshot that was asked for is still to come. */
  #lacksSnapshot: boolean;
  /** Whether there is something for which nobody has to wait any longer, or the time is over. */
  #isDue: boolean;
  #entries = 0;
  /** The seq of the last entry that is to be written; undefined: it was not found yet. */
  #last: number | undefined;
  #isOver = false;
  /** A ping that counts as answered once the network has taken what stands before it. */
  #marker: string | undefined;
  #cancelWait: () => void = () => {};

  constructor(response: ServerResponse, { read, limit, waitMs }: LogAsked, clock: Clock) {
    this.#response = response;
    this.#limit = limit;
    this.#waitMs = waitMs;
    this.#clock = clock;
    this.#isDue = waitMs === 0;
    this.#lacksSnapshot = read.kind === "frame" && "since" in read.frame && read.frame.since === "snapshot";
  }

  /** Tells the connection of what becomes of the answer. */
  open(connection: Connection): void {
    this.#connection = connection;
    const response = this.#response;
    response.on("drain", () => connection.onDrain());
    response.on("error", () => response.destroy());
    response.on("close", () => {
      this.#end();
      connection.onGone();
    });
  }

  get bufferedAmount(): number {
    return this.#response.writableLength;
  }

  write(frames: readonly Buffer[]): void {
    const lines = frames.map(textIn).flatMap((line) => this.#linesFor(line));
    if (lines.length === 0) return;
    this.#response.write(Buffer.concat(lines.flatMap((line) => [line, newline])), () => this.#taken());
  }

  /** Nothing outside of turns: behind a turn it is seen whether the answer is whole. */
  writeNow(): boolean {
    return false;
  }

  ping(marker: string): void {
    this.#marker = marker;
    this.#taken();
  }

  pong(): void {}

  close(code: number): void {
    if (this.#isOver) return;
    this.#end();
    const { socket } = this.#response;
    // A connection that the feed closes is not used again.
    this.#response.end(() => code !== wholeCode && socket?.destroySoon());
  }

  terminate(): void {
    this.#response.destroy();
  }

  turned(seq: number, isLast: boolean): boolean {
    if (this.#held !== undefined || this.#isOver || this.#lacksSnapshot) return false;
    this.#hasGoal ||= seq >= this.#goal;
    if (this.#last === undefined && !this.#hasGoal) return isLast;
    if (this.#last !== undefined || this.#isDue) this.#connection?.finish(this.#last ?? seq);
    return false;
  }

  /** The lines that go out where a frame comes. */
  #linesFor(line: Buffer): Buffer[] {
    if (this.#isOver) return [];
    if (this.#held !== undefined) return this.#begin(line, this.#held);
    const seq = entryLine.exec(line.toString("latin1", 0, 64))?.[1];
    if (seq === undefined) {
      const { type } = JSON.parse(line.toString()) as ServerFrame;
      // A gap is worth as much as an entry.
      this.#isDue ||= type === "subscribed" || type === "live";
      if (type === "live") this.#lacksSnapshot = false;
      return [line];
    }
    if (this.#last !== undefined) return [];
    this.#isDue = true;
    this.#entries += 1;
    if (this.#entries === this.#limit) this.#last = Number(seq);
    return [line];
  }

  #begin(line: Buffer, held: Buffer[]): Buffer[] {
    const frame = JSON.parse(line.toString()) as ServerFrame;
    if (frame.type === "welcome") {
      this.#goal = frame.seq;
      held.push(line);
    }
    if (frame.type === "error") {
      const { code, message: error } = frame;
      const { retryAfterMs } = closings["too-many"];
      this.#refuse({
        error,
        code,
        ...(code === "too-many-conditions" ? { status: 503, retryAfterMs } : { status: 400 }),
      });
    }
    if (frame.type === "bye")
      this.#refuse({ status: 503, error: frame.reason, retryAfterMs: frame.retryAfterMs });
    if (frame.type !== "subscribed") return [];
    this.#held = undefined;
    this.#isDue ||= !frame.recovered;
    if (!this.#isDue)
      this.#cancelWait = this.#clock.after(this.#waitMs, () => {
        this.#isDue = true;
        if (this.#hasGoal) this.#connection?.finish(Number.POSITIVE_INFINITY);
      });
    this.#response.writeHead(200, { "content-type": "application/x-ndjson" });
    return [...held, line];
  }

  #refuse(why: RefusedAnswer): void {
    this.#end();
    refuseAnswer(this.#response, why);
  }

  #end(): void {
    this.#isOver = true;
    this.#cancelWait();
  }

  #taken(): void {
    const marker = this.#marker;
    if (marker === undefined || this.#response.writableLength > 0) return;
    this.#marker = undefined;
    this.#connection?.onPong(marker);
  }
}
