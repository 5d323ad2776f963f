/** The WebSocket feed, and the page and the calls on its port. */
import { systemClock } from "../../lib/clock.ts";
import { authority } from "../../lib/http/authority.ts";
import { namesOf } from "../../model/known-types.ts";
import { member } from "../member.ts";

import { feedSchema } from "./settings.ts";
import { openStagedSubscriber } from "./staged-subscriber.ts";
import { createWrongTokenLog } from "./wrong-token-log.ts";

export const feed = member({
  name: "feed",
  about: "the WebSocket feed and the page",
  schema: feedSchema,
  secrets: ["tokens"],
  resolve: (written) => written,
  mistakes: () => [],
  warnings: () => [],
  // Every alert is on the feed.
  notify: undefined,
  queued: undefined,
  listens: (settings) => settings,
  // Loaded with the monitor alone: commands that read the settings need no server.
  async create(settings, { events, types, compileFilter, simulated, log, monitor }) {
    const { createFeed } = await import("./feed.ts");
    const logWrongToken = createWrongTokenLog(log, systemClock);
    let wrongTokens = 0;
    const output = createFeed({
      ...settings,
      log: events,
      // What it measures are sockets, which live in real time.
      clock: systemClock,
      simulated,
      compileFilter,
      eventTypes: namesOf(types),
      webFolder: monitor.webFolder,
      sources: monitor.sources,
      ready: monitor.ready,
      metrics: monitor.metrics,
      rulesSchema: () => monitor.schema("rules"),
      configSchema: () => monitor.schema("config"),
      routes: monitor.routes,
      wrongToken(address) {
        wrongTokens += 1;
        logWrongToken(address);
      },
      failed: (what, error) => log.error({ error: String(error) }, what),
    });
    return {
      output,
      settings: () => ({ ...settings, port: output.port }),
      measures: [
        {
          name: "yagura_wrong_tokens_total",
          help: "Wrong tokens shown to the feed and its calls; the log names their addresses.",
          kind: "counter",
          read: () => wrongTokens,
        },
        {
          name: "yagura_feed_connections",
          help: "Subscribers connected to the feed.",
          kind: "gauge",
          read: () => output.connections(),
        },
      ],
    };
  },
  refusal({ code, message }, settings) {
    const address = authority(settings);
    if (code === "EADDRINUSE") return `${address} is in use: stop what listens there, or set feed.port`;
    if (code === "EACCES" || code === "EADDRNOTAVAIL") return `cannot listen on ${address}: ${message}`;
    return `feed: ${message}`;
  },
  // Readers that are behind.
  stopMs: 3_000,
  trial: undefined,
  testing: { open: openStagedSubscriber },
});
