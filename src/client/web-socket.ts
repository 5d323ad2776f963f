/** The part of a WebSocket that the client uses: browsers, Node 22, undici and ws all have it. */
export interface WebSocketLike {
  send(text: string): void;
  close(code?: number, reason?: string): void;
  addEventListener(type: string, listener: (event: SocketEvent) => void): void;
}

/** Data of a "message", code of a "close". */
export interface SocketEvent {
  readonly data?: unknown;
  readonly code?: number;
  /** The HTTP status that came instead of the upgrade; on "error", from a WebSocket that tells it. */
  readonly status?: number;
}

export type WebSocketConstructor = new (url: string, protocols?: string[]) => WebSocketLike;

/** Throws where neither the caller nor the platform has one. */
export function chooseWebSocket(given: WebSocketConstructor | undefined): WebSocketConstructor {
  const platform = globalThis as { WebSocket?: WebSocketConstructor };
  const chosen = given ?? platform.WebSocket;
  if (chosen === undefined) throw new Error("this platform has no WebSocket: pass one, such as undici's");
  return chosen;
}
