// A process of its own, so that what it does costs the one who measures nothing: subscribers who ask much of the feed.
// node hostile-subscribers.mjs URL KIND CONNECTIONS; prints a line with what it was closed with, at the end of stdin.
import { WebSocket } from "ws";

const [url, kind, connections] = process.argv.slice(2);
const ones = (count) => `[${Array(count).fill(1).join(",")}]`;
/** About so many steps of the language, up to 12,000; the salt makes it another condition each time. */
const costly = (steps, salt) =>
  `${ones(40)}.exists(a, ${ones(Math.ceil(steps / 120))}.exists(b, a + now.part < ${-salt - 1}))`;
const closed = {};
let frames = 0;

const asks = {
  // The cost of one is right below what is too costly for an entry on average.
  "one costly condition": (send, who) => send(subscribe("a", { where: costly(5_000, who) })),
  "a hundred conditions": (send, who) => {
    for (let id = 0; id < 100; id += 1) send(subscribe(String(id), { where: costly(120, who * 100 + id) }));
  },
  "far too costly ones": (send, who) => {
    for (let id = 0; id < 100; id += 1)
      send(subscribe(String(id), { where: costly(12_000, who * 100 + id) }));
  },
  "a hundred places of the log": (send) => {
    for (let id = 0; id < 100; id += 1)
      send(subscribe(String(id), { since: id * 97, types: ["margin.alert.lifted"] }));
  },
  "conditions compiled again and again": (send, who, socket) => {
    let round = 0;
    const again = () => {
      round += 1;
      send(
        subscribe("a", {
          where: `${costly(12_000, who * 1e6 + round)} || '${"x".repeat(1_500)}' == now.body`,
          since: undefined,
        }),
      );
      send({ type: "unsubscribe", id: "a" });
      send({ type: "ping" });
    };
    socket.on("message", (data) => String(data) === '{"type":"pong"}' && again());
    again();
  },
  "the whole log, read at once": (send) => send(subscribe("a", {})),
  "a flood of frames": (_send, _who, socket) => flood(socket, '{"type":"ping"}'),
  "a flood of mistakes": (_send, _who, socket) =>
    flood(socket, JSON.stringify(subscribe("a", { subjects: Array(1_000).fill("7203.T"), types: ["x"] }))),
};

function subscribe(id, more) {
  return { type: "subscribe", id, since: "start", ...more };
}

/** As fast as they are read. */
function flood(socket, text) {
  let waiting = 0;
  const more = () => {
    for (; waiting < 200 && socket.readyState === WebSocket.OPEN; waiting += 1) {
      socket.send(text, () => {
        waiting -= 1;
        if (waiting === 0) setImmediate(more);
      });
    }
  };
  more();
}

for (let who = 0; who < Number(connections); who += 1) {
  const socket = new WebSocket(url, { perMessageDeflate: false });
  socket.on("open", () => asks[kind]((frame) => socket.send(JSON.stringify(frame)), who, socket));
  socket.on("message", () => {
    frames += 1;
  });
  socket.on("error", () => {});
  socket.on("close", (code) => {
    closed[code] = (closed[code] ?? 0) + 1;
  });
}
process.stdin.resume().on("end", () => {
  process.stdout.write(`${JSON.stringify({ closed, frames })}\n`);
  process.exit(0);
});
