// A toy: sells 100 shares of what comes under daily margin publication, on paper, and buys them back when that ends.
// Each trade is a line of a file. Run it with Node 22.18 or newer: node paper-trader.ts
import { appendFileSync, existsSync, readFileSync, truncateSync } from "node:fs";
import { createFeedClient } from "yagura/client";

const file = process.env.TRADES ?? "trades.jsonl";
const trades = readTrades();
const done = new Set(trades.map(({ id }) => id));

const client = createFeedClient({
  url: process.env.YAGURA_FEED ?? "ws://127.0.0.1:8080/feed",
  ...(process.env.YAGURA_TOKEN && { token: process.env.YAGURA_TOKEN }),
  types: ["margin.alert.added", "margin.alert.lifted"],
  consumer: "paper-trader", // the monitor keeps the place, also while this program is not there
  ...(trades.length === 0 && { since: "start" }),
  onGap: ({ from, to }) => console.error(`entries ${from} to ${to} are lost: check the positions by hand`),
});
process.once("SIGTERM", () => client.close());

// An entry is handled when the loop asks for the next one; what was not acked before a crash comes again.
for await (const { seq, event } of client) {
  if (done.has(event.id)) continue;
  const side = event.type === "margin.alert.added" ? "sell" : "buy";
  const trade = { id: event.id, seq, side, code: event.subject, shares: 100 };
  appendFileSync(file, `${JSON.stringify(trade)}\n`);
  done.add(event.id);
}

/** The trades so far; a line that a crash cut in half is taken away. */
function readTrades(): { id: string }[] {
  if (!existsSync(file)) return [];
  const text = readFileSync(file, "utf8");
  const whole = text.slice(0, text.lastIndexOf("\n") + 1);
  if (whole !== text) truncateSync(file, Buffer.byteLength(whole));
  return whole.split("\n").flatMap((line) => (line === "" ? [] : [JSON.parse(line)]));
}
