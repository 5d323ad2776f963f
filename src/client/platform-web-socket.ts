/** The WebSocket that a program gets without naming one. */

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

/** The caller's, or the platform's; undefined where neither has one, as in Node 20. */
export function knownWebSocket(given: WebSocketConstructor | undefined): WebSocketConstructor | undefined {
  return given ?? (globalThis as { WebSocket?: WebSocketConstructor }).WebSocket;
}

/** That of the package ws, which also tells how a handshake was refused. Rejects where it is not installed. */
export async function importedWebSocket(): Promise<WebSocketConstructor> {
  const { WebSocket } = await import("ws");
  return class implements WebSocketLike {
    readonly #socket: InstanceType<typeof WebSocket>;
    #status: number | undefined;

    constructor(url: string, protocols?: string[]) {
      this.#socket = new WebSocket(url, protocols, { perMessageDeflate: false });
      this.#socket.on("unexpected-response", (_, { statusCode }) => {
        this.#status = statusCode;
        this.#socket.terminate();
      });
    }

    send(text: string): void {
      this.#socket.send(text);
    }

    close(code?: number, reason?: string): void {
      this.#socket.close(code, reason);
    }

    addEventListener(type: "message" | "error" | "close", listener: (event: SocketEvent) => void): void {
      this.#socket.addEventListener(type, (event: object) => {
        const { data, code }: SocketEvent = event;
        listener({
          data,
          ...(code !== undefined && { code }),
          ...(this.#status && { status: this.#status }),
        });
      });
    }
  };
}
