/** A TCP connection that speaks exactly the bytes that a test wants. */
import { connect, type Socket } from "node:net";
import { onTestFinished } from "vitest";
import { until } from "../../../support/until.ts";
import { decodeFrames, type RawFrame } from "./decode-frames.ts";
import { handshake } from "./handshake.ts";

export interface RawClient {
  readonly socket: Socket;
  /** Everything received after the HTTP head. */
  frames(): RawFrame[];
  head(): string;
  ended(): boolean;
  closeCode(): Promise<number>;
}

/** Sends the given head; by default a right handshake. */
export async function rawClient(port: number, path = "/feed", head = handshake(path)): Promise<RawClient> {
  const socket = connect(port, "127.0.0.1");
  onTestFinished(() => {
    socket.destroy();
  });
  let received = Buffer.alloc(0);
  let ended = false;
  socket.on("data", (bytes) => {
    received = Buffer.concat([received, bytes]);
  });
  socket.on("error", () => {});
  socket.on("close", () => {
    ended = true;
  });
  socket.write(head);
  const headEnd = () => received.indexOf("\r\n\r\n");
  const frames = () => (headEnd() < 0 ? [] : decodeFrames(received.subarray(headEnd() + 4)).frames);
  return {
    socket,
    frames,
    head: () => received.subarray(0, Math.max(0, headEnd())).toString(),
    ended: () => ended,
    closeCode: () =>
      until("a close frame", () =>
        frames()
          .find((frame) => frame.opcode === 8)
          ?.payload.readUInt16BE(0),
      ),
  };
}

interface FrameOptions {
  final?: boolean;
  opcode?: number;
  masked?: boolean;
  reserved?: boolean;
}

/** A frame as a client sends it, or with one thing wrong. */
export function clientFrame(payload: string | Buffer, options: FrameOptions = {}): Buffer {
  const { final = true, opcode = 1, masked = true, reserved = false } = options;
  const data = Buffer.from(payload);
  // Control frames must use the short form of a length.
  const header = Buffer.alloc(data.length < 126 ? 2 : 10);
  header[0] = (final ? 0x80 : 0) | (reserved ? 0x40 : 0) | opcode;
  header[1] = (masked ? 0x80 : 0) | (data.length < 126 ? data.length : 127);
  if (data.length >= 126) header.writeBigUInt64BE(BigInt(data.length), 2);
  if (!masked) return Buffer.concat([header, data]);
  const mask = Buffer.from([1, 2, 3, 4]);
  const hidden = Buffer.from(data.map((byte, index) => byte ^ ((index % 4) + 1)));
  return Buffer.concat([header, mask, hidden]);
}
