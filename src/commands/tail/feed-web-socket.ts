/** The WebSocket of Node's programs, which also tells how a handshake was refused. */
import { type Dispatcher, getGlobalDispatcher, WebSocket } from "undici";
import type { SocketEvent, WebSocketLike } from "../../client/platform-web-socket.ts";

export class FeedWebSocket implements WebSocketLike {
  readonly #socket: WebSocket;
  /** The HTTP status that came instead of the upgrade. */
  #status: number | undefined;

  constructor(url: string, protocols: string[] = []) {
    const dispatcher = getGlobalDispatcher().compose(
      withStatus((status) => {
        this.#status = status;
      }),
    );
    this.#socket = new WebSocket(url, { protocols, dispatcher });
  }

  send(text: string): void {
    this.#socket.send(text);
  }

  close(code?: number, reason?: string): void {
    this.#socket.close(code, reason);
  }

  addEventListener(type: string, listener: (event: SocketEvent) => void): void {
    this.#socket.addEventListener(type, (event: Event & SocketEvent) => {
      const { data, code } = event;
      listener({ data, ...(code !== undefined && { code }), ...(this.#status && { status: this.#status }) });
    });
  }
}

/** The WebSocket of the standard keeps the status to itself, so it is read off the request below it. */
function withStatus(told: (status: number) => void): Dispatcher.DispatcherComposeInterceptor {
  return (dispatch) => (options, handler) =>
    dispatch(options, {
      ...delegated(handler),
      onResponseStart(controller, status, headers, message) {
        told(status);
        handler.onResponseStart?.(controller, status, headers, message);
      },
    });
}

/** A handler's calls go to it as methods, since it may keep its state in itself. */
function delegated(handler: Dispatcher.DispatchHandler): Dispatcher.DispatchHandler {
  return {
    onRequestStart: (...told) => handler.onRequestStart?.(...told),
    onRequestUpgrade: (...told) => handler.onRequestUpgrade?.(...told),
    onResponseData: (...told) => handler.onResponseData?.(...told),
    onResponseEnd: (...told) => handler.onResponseEnd?.(...told),
    onResponseError: (...told) => handler.onResponseError?.(...told),
  };
}
