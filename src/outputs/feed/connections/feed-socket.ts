/** The socket as the protocol sees it; socket.ts makes one from a real connection, tests make their own. */
export interface FeedSocket {
  /** Bytes that were written and that the network has not taken yet. */
  readonly bufferedAmount: number;
  /** Queues whole text frames (wire.ts) as one write. */
  write(frames: readonly Buffer[]): void;
  /** Queues a WebSocket ping; the reader's library returns the marker in a pong. */
  ping(marker: string): void;
  /** Queues a WebSocket pong. */
  pong(payload: Buffer): void;
  /** Queues a close frame; nothing may be written after it. */
  close(code: number, reason: string): void;
  /** Drops the connection at once. */
  terminate(): void;
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
