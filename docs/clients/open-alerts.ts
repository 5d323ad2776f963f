// Keeps a file with the alerts that are open. Run it with Node 22.18 or newer: node open-alerts.ts
import { renameSync, writeFileSync } from "node:fs";
import { createFeedClient } from "yagura/client";

const file = process.env.OPEN_ALERTS ?? "open-alerts.json";

const client = createFeedClient({
  url: process.env.YAGURA_FEED ?? "ws://127.0.0.1:8080/feed",
  ...(process.env.YAGURA_TOKEN && { token: process.env.YAGURA_TOKEN }),
  types: ["alert.*"],
  since: "snapshot",
  onLive: write,
  onEvent: write,
  onGap: ({ from, to }) => console.error(`entries ${from} to ${to} are lost; asking again what is open`),
  onState(state) {
    if (state.phase === "waiting") console.error(`${state.reason}; connecting again`);
    if (state.phase !== "closed") return;
    console.error(state.reason);
    process.exitCode = 1;
  },
});
process.once("SIGTERM", () => client.close());

/** Puts the new file in the place of the old one, so that nobody reads half of one. */
function write(): void {
  const open = (client.openEpisodes() ?? []).map(({ rule, key, seq, since, times, event }) => {
    return { rule, key, title: event?.data.now.title, seq, since, times };
  });
  writeFileSync(`${file}.new`, JSON.stringify(open));
  renameSync(`${file}.new`, file);
}
