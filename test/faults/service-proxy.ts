/** A proxy before the simulated services that does one fault at a time to every answer. */
import { Agent, request as ask, createServer, type IncomingMessage, type ServerResponse } from "node:http";
import type { AddressInfo, Socket } from "node:net";
import { onTestFinished } from "vitest";

/** What the service itself answered, unpacked. */
export interface Whole {
  readonly path: string;
  readonly status: number;
  readonly headers: Readonly<Record<string, string | string[]>>;
  readonly body: Buffer;
  /** Whether it is HTML. */
  readonly isPage: boolean;
}

export interface Sending {
  readonly request: IncomingMessage;
  readonly response: ServerResponse;
  readonly socket: Socket;
  /** The proxy's own address. */
  readonly origin: string;
  /** Somebody else's, whom nobody may ask. */
  readonly stranger: string;
  /** Lets the deadlines of the client come, again and again until the connection is gone. */
  expire(): void;
  send(whole: Whole): void;
}

/** Does what is wrong: answers in another way, or not at all. */
export type Fault = (whole: Whole, sending: Sending) => void;

export interface Proxy {
  readonly url: string;
  /** Undefined: the answers pass as they are. */
  fault: Fault | undefined;
  /** How many requests reached the stranger. */
  readonly strangerAsked: () => number;
}

/** Of the hop, and what the proxy says anew. */
const ownHeaders = new Set(["connection", "keep-alive", "transfer-encoding", "content-length", "date"]);

export async function openProxy(target: string, expire: () => void): Promise<Proxy> {
  const agent = new Agent({ keepAlive: true });
  let asked = 0;
  const stranger = await listen(
    createServer((_, response) => {
      asked += 1;
      response.end("{}");
    }),
  );
  const server = createServer((request, response) => {
    // What is spoilt is a whole answer, also where the client has one that still holds.
    if (proxy.fault !== undefined) delete request.headers["if-none-match"];
    fetchWhole(target, request, agent).then(
      (whole) => answer(whole, request, response),
      () => response.destroy(),
    );
  });
  server.on("connection", (socket) => void socket.on("error", () => {}));
  const url = await listen(server);
  const proxy: Proxy = { url, fault: undefined, strangerAsked: () => asked };
  onTestFinished(() => agent.destroy());

  function answer(whole: Whole, request: IncomingMessage, response: ServerResponse): void {
    const { socket } = request;
    const send = (one: Whole) => void response.writeHead(one.status, { ...one.headers }).end(one.body);
    const expireSoon = () => {
      const timer = setInterval(() => (socket.destroyed ? clearInterval(timer) : expire()), 20);
      socket.once("close", () => clearInterval(timer));
    };
    if (proxy.fault === undefined) send(whole);
    else proxy.fault(whole, { request, response, socket, origin: url, stranger, expire: expireSoon, send });
  }
  return proxy;
}

async function listen(server: ReturnType<typeof createServer>): Promise<string> {
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  onTestFinished(() => {
    server.closeAllConnections();
    server.close();
  });
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
}

function fetchWhole(target: string, incoming: IncomingMessage, agent: Agent): Promise<Whole> {
  const { "accept-encoding": _, host: __, connection: ___, ...headers } = incoming.headers;
  return new Promise((resolve, reject) => {
    const asking = ask(`${target}${incoming.url}`, { headers, agent }, (answered) => {
      const pieces: Buffer[] = [];
      answered.on("data", (piece: Buffer) => pieces.push(piece));
      answered.on("error", reject);
      answered.on("end", () => {
        const kept = Object.entries(answered.headers).filter(([name]) => !ownHeaders.has(name));
        const isPage = String(answered.headers["content-type"]).startsWith("text/html");
        const path = incoming.url ?? "";
        const status = answered.statusCode ?? 0;
        resolve({
          path,
          status,
          headers: Object.fromEntries(kept) as Whole["headers"],
          body: Buffer.concat(pieces),
          isPage,
        });
      });
    });
    asking.on("error", reject);
    asking.end();
  });
}
