// A process of its own that asks each monitor for /healthz and pings a socket of its feed, over and over: what those who
// have nothing to do with some work wait for it. Answers each IPC message with the longest waits since the last one.
import { Agent, request } from "node:http";
import { WebSocket } from "ws";

const everyMs = 5;
const agent = new Agent({ keepAlive: true, maxSockets: 1 });
const waits = new Map();

function watching(name, feed) {
  const own = { healthz: { longestMs: 0, since: undefined }, ping: { longestMs: 0, since: undefined } };
  waits.set(name, own);
  const begin = (kind) => {
    own[kind].since = performance.now();
  };
  const end = (kind) => {
    const { since, longestMs } = own[kind];
    own[kind] = { longestMs: Math.max(longestMs, performance.now() - since), since: undefined };
  };
  const url = new URL("/healthz", feed.replace("ws:", "http:"));
  const ask = () => {
    begin("healthz");
    const asked = request(url, { agent }, (response) => {
      response.resume();
      response.once("end", () => {
        end("healthz");
        setTimeout(ask, everyMs);
      });
    });
    // A monitor that is gone answers nothing more.
    asked.once("error", () => {});
    asked.end();
  };
  const socket = new WebSocket(feed, "yagura.v1");
  const ping = () => {
    if (socket.readyState !== WebSocket.OPEN) return;
    begin("ping");
    socket.ping();
  };
  socket.on("open", ping);
  socket.on("pong", () => {
    if (own.ping.since === undefined) return;
    end("ping");
    setTimeout(ping, everyMs);
  });
  socket.on("error", () => {});
  ask();
}

process.on("message", ({ watch, look }) => {
  if (watch !== undefined) watching(watch.name, watch.feed);
  if (look === undefined) return;
  const own = waits.get(look);
  const now = performance.now();
  const longest = ({ longestMs, since = now }) => Math.max(longestMs, now - since);
  process.send({ name: look, healthzMs: longest(own.healthz), pingMs: longest(own.ping) });
  // What is still waited for counts from its beginning.
  for (const kind of Object.values(own)) kind.longestMs = 0;
});
process.once("disconnect", () => process.exit());
