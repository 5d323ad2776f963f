/** The plainest server with ws: one string for each socket. */
import { once } from "node:events";
import type { AddressInfo } from "node:net";
import { type WebSocket, WebSocketServer } from "ws";
import { frameText } from "../frame-size.ts";
import { serveRounds } from "../serve-rounds.ts";

const clients: WebSocket[] = [];
const server = new WebSocketServer({ host: "127.0.0.1", port: 0, perMessageDeflate: false });
server.on("connection", (client) => clients.push(client));
await once(server, "listening");
let entries = 0;

await serveRounds({
  port: (server.address() as AddressInfo).port,
  path: "/",
  prepare(count) {
    entries = count;
    return count * clients.length;
  },
  send() {
    for (let made = 0; made < entries; made += 1) for (const client of clients) client.send(frameText);
  },
});
