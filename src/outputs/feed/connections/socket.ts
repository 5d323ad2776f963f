/** The only file of the feed that knows `ws`: it does the handshake and reads frames; event frames go straight to the socket. */
import type { IncomingMessage } from "node:http";
import type { Duplex } from "node:stream";
import { WebSocket, WebSocketServer } from "ws";

type BatchedWriters = ReturnType<typeof createBatchedWriters>;

/** The socket as the protocol sees it; socket.ts makes one from a real connection, tests make their own. */
export interface FeedSocket {
  /** Bytes that were written and that the network has not taken yet. */
  readonly bufferedAmount: number;
  /** Queues whole text frames; those of one turn of the event loop are one write. */
  write(frames: readonly Buffer[]): void;
  /** Writes whole text frames at once, where nothing else waits to be written. Gives whether it did. */
  writeNow(bytes: Buffer): boolean;
  /** Queues a WebSocket ping; the reader's library returns the marker in a pong. */
  ping(marker: string): void;
  /** Queues a WebSocket pong. */
  pong(payload: Buffer): void;
  /** Queues a close frame; nothing may be written after it. */
  close(code: number, reason: string): void;
  /** Drops the connection at once. */
  terminate(): void;
  /**
   * Called behind each turn of the connection; absent: nobody wants to know. True: it needs entries that are committed
   * and not yet read for anybody.
   * @param seq everything that matches up to it was written
   * @param isLast whether that is all that was read for anybody
   */
  turned?(seq: number, isLast: boolean): boolean;
}

/** The calls by which a socket tells the protocol of its news. */
export interface SocketEvents {
  onMessage(text: string): void;
  /** A frame that cannot be one of ours: binary. */
  onBinary(): void;
  /** A message over the size limit, whole or in fragments. */
  onTooLong(): void;
  onPing(payload: Buffer): void;
  onPong(payload: string): void;
  /** Everything that was queued has been taken. */
  onDrain(): void;
  /** WebSocket itself was violated and a close frame for that is on its way; nothing more can be written. */
  onBroken(): void;
  /** The connection is gone. */
  onGone(): void;
}

export interface SocketServer {
  /** Finishes a handshake that was let through; a broken one is answered 4xx. `opened` returns who listens. */
  accept(
    request: IncomingMessage,
    socket: Duplex,
    head: Buffer,
    opened: (made: FeedSocket) => SocketEvents,
  ): void;
}

const messageTooLong = 1009;

/** Says a message that is too long with an event instead of 1009: the feed has a close code of its own. */
class BoundedWebSocket extends WebSocket {
  override close(code?: number, data?: string | Buffer): void {
    // With data it is the client's own close, which comes back to it.
    if (code === messageTooLong && data === undefined) this.emit("toolong");
    else super.close(code, data);
  }
}

export interface SocketServerOptions {
  /** Answered where it is offered. */
  readonly subprotocol: string;
  /** Bounds a message, also in fragments. */
  readonly maxPayloadBytes: number;
  /** Fragments of a message, and reads that a frame may take; more are answered 1008. */
  readonly maxPieces: number;
}

export function createSocketServer(options: SocketServerOptions): SocketServer {
  const server = new WebSocketServer({
    noServer: true,
    clientTracking: false,
    perMessageDeflate: false,
    maxPayload: options.maxPayloadBytes,
    maxFragments: options.maxPieces,
    maxBufferedChunks: options.maxPieces,
    // One frame of a connection in each turn of the event loop: a flood of them would be a turn of seconds.
    allowSynchronousEvents: false,
    // Answered by the protocol, which bounds how many answers may queue.
    autoPong: false,
    WebSocket: BoundedWebSocket,
    handleProtocols: (offered) => (offered.has(options.subprotocol) ? options.subprotocol : false),
  });
  const writers = createBatchedWriters();
  return {
    accept: (request, socket, head, opened) =>
      server.handleUpgrade(request, socket, head, (webSocket) =>
        listen(webSocket, socket, opened(feedSocket(webSocket, socket, writers))),
      ),
  };
}

function feedSocket(webSocket: WebSocket, socket: Duplex, writers: BatchedWriters): FeedSocket {
  const open = () => webSocket.readyState === WebSocket.OPEN && socket.writable;
  // Without compression ws keeps no queue of its own, so whole frames may go between its frames.
  const writer = writers((bytes) => {
    if (open()) socket.write(bytes);
  });
  return {
    get bufferedAmount() {
      return socket.writableLength + writer.waitingBytes;
    },
    write: (frames) => writer.add(frames),
    writeNow(bytes) {
      if (socket.writableLength > 0 || writer.waitingBytes > 0 || !open()) return false;
      socket.write(bytes);
      return true;
    },
    ping(marker) {
      writer.flush();
      if (open()) webSocket.ping(marker);
    },
    pong(payload) {
      writer.flush();
      if (open()) webSocket.pong(payload);
    },
    close(code, reason) {
      writer.flush();
      webSocket.close(code, reason);
    },
    terminate: () => webSocket.terminate(),
  };
}

function listen(webSocket: WebSocket, socket: Duplex, events: SocketEvents): void {
  webSocket.on("message", (data, binary) => {
    if (binary) events.onBinary();
    else events.onMessage(String(data));
  });
  webSocket.on("ping", (payload) => events.onPing(payload));
  webSocket.on("pong", (payload) => events.onPong(payload.toString("latin1")));
  webSocket.on("toolong", () => events.onTooLong());
  webSocket.on("error", () => events.onBroken());
  webSocket.on("close", () => events.onGone());
  socket.on("drain", () => events.onDrain());
}

// * Writes of one turn of the event loop, one to a socket, and all of them in one go at its end: a thousand
// writes in a row take less time than a thousand between other work.

interface BatchedWriter {
  /** Bytes that are still to be written. */
  readonly waitingBytes: number;
  /** Queues frames until the end of the turn. */
  add(frames: readonly Buffer[]): void;
  /** Writes what is queued now, before something that does not go through here. */
  flush(): void;
}

/** Makes writers that share their turns. */
function createBatchedWriters(): (write: (bytes: Buffer) => void) => BatchedWriter {
  const queued: BatchedWriter[] = [];
  const flushAll = () => {
    for (const writer of queued) writer.flush();
    queued.length = 0;
  };
  return (write) => {
    let frames: readonly Buffer[] = [];
    let isQueued = false;
    const writer = {
      waitingBytes: 0,
      add(more: readonly Buffer[]) {
        frames = frames.length === 0 ? more : [...frames, ...more];
        for (const frame of more) writer.waitingBytes += frame.length;
        if (isQueued) return;
        isQueued = true;
        if (queued.push(writer) === 1) process.nextTick(flushAll);
      },
      flush() {
        isQueued = false;
        const [first] = frames;
        if (first === undefined) return;
        const bytes = frames.length === 1 ? first : Buffer.concat(frames);
        frames = [];
        writer.waitingBytes = 0;
        write(bytes);
      },
    };
    return writer;
  };
}
