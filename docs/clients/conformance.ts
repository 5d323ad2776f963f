// yagura/client under the conformance kit. Run it with Node 22.18 or newer: node conformance.ts
import { createInterface } from "node:readline";
import { createFeedClient, type FeedClient } from "yagura/client";

// The WebSocket of newer Nodes does not tell that a token was refused; that of the package ws, which is loaded then, does.
Reflect.deleteProperty(globalThis, "WebSocket");

const say = (line: object) => void process.stdout.write(`${JSON.stringify(line)}\n`);
let client: FeedClient | undefined;

createInterface({ input: process.stdin }).on("line", (line) => {
  const order = JSON.parse(line);
  if (order.stop === undefined) {
    client = follow(order);
    return;
  }
  const last = client;
  client = undefined;
  last?.close();
  say({ type: "stopped" });
});

function follow(order: { readonly url: string }): FeedClient {
  const own = createFeedClient({
    ...order,
    onEvent: (entry) => say({ type: "event", ...entry }),
    onGap: (gap) => say({ type: "gap", ...gap }),
    onSnapshot: () => say({ type: "snapshot" }),
    onEpisode: say,
    onItem: say,
    onLive: (place) => say({ type: "live", ...place }),
    onState: ({ phase }) => {
      if (phase === "closed" && own === client) say({ type: "refused" });
    },
  });
  return own;
}
