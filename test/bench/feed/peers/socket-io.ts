/** Server with socket.io, which tells everybody of each event. */
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { Server } from "socket.io";
import { frameText } from "../frame-size.ts";
import { serveRounds } from "../serve-rounds.ts";

const http = createServer();
// No ping of its own comes while it is measured.
const io = new Server(http, { transports: ["websocket"], pingInterval: 3_600_000, serveClient: false });
await new Promise<void>((resolve) => http.listen(0, "127.0.0.1", resolve));
const { event } = JSON.parse(frameText) as { event: object };
let entries = 0;

await serveRounds({
  port: (http.address() as AddressInfo).port,
  path: "/socket.io/?EIO=4&transport=websocket",
  // Joins the default room, as its own clients do first.
  greeting: "40",
  prepare(count) {
    entries = count;
    return count * io.engine.clientsCount;
  },
  send() {
    for (let made = 0; made < entries; made += 1) io.emit("event", event);
  },
});
