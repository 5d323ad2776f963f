/** The WebSocket feed, and the page and the calls on its port. */
import * as z from "zod";
import { systemClock } from "../../lib/clock.ts";
import { authority, isLoopback } from "../../lib/http/url.ts";
import { namesOf } from "../../model/event-types.ts";
import { member } from "../member.ts";
import { createWrongTokenLog } from "./http/guesses.ts";
import { openStagedSubscriber } from "./staged-subscriber.ts";

/** The section `feed` of the settings. */
const feedSchema = z
  .strictObject({
    host: z.string().min(1).default("127.0.0.1").describe("address to listen on"),
    port: z.int().min(0).max(65535).default(8080).describe("0 takes any free port"),
    tokens: z
      .array(z.string())
      .transform((tokens) => tokens.filter((token) => token !== ""))
      .default([])
      .describe("who may subscribe; none: everyone on this machine")
      .meta({ examples: [["a-long-random-text"]] }),
    operators: z
      .array(z.string())
      .transform((tokens) => tokens.filter((token) => token !== ""))
      .default([])
      .describe("tokens with which one may act on the monitor as well; none: who may subscribe may act")
      .meta({ examples: [["another-long-random-text"]] }),
    maxConnections: z.int().min(1).default(10_000).describe("how many may be connected"),
    maxConnectionsPerAddress: z
      .int()
      .min(1)
      .default(1_000)
      .describe("how many of them may come from one address"),
    origins: z
      .array(z.string())
      .default([])
      .describe("web pages that may connect, besides Yagura's own")
      .meta({ examples: [["https://desk.example.com"]] }),
    heartbeatMs: z
      .int()
      .min(100)
      .max(3_600_000)
      .default(15_000)
      .describe("interval of heartbeats, in milliseconds"),
  })
  .superRefine(({ host, tokens }, context) => {
    if (isLoopback(host) || tokens.length > 0) return;
    const message = "a host that others can reach needs `tokens`";
    context.addIssue({ code: "custom", path: ["host"], message });
  })
  .prefault({});

export const feed = member({
  name: "feed",
  about: "the WebSocket feed and the page",
  schema: feedSchema,
  secrets: ["tokens", "operators"],
  resolve: (written) => written,
  mistakes: () => [],
  fileMistakes: async () => [],
  warnings: () => [],
  // Every alert is on the feed.
  notify: undefined,
  queued: undefined,
  listens: (settings) => settings,
  // Loaded with the monitor alone: commands that read the settings need no server.
  async create(settings, parts) {
    const { events, types, compileFilter, watchlists, present, consumers, simulated, log, monitor } = parts;
    const { createFeed } = await import("./feed.ts");
    const { createFeedMeasures } = await import("./measures.ts");
    const logWrongToken = createWrongTokenLog(log, systemClock);
    const measures = createFeedMeasures();
    const output = createFeed({
      ...settings,
      log: events,
      present,
      places: consumers,
      // It measures sockets, which live in real time.
      clock: systemClock,
      simulated,
      compileFilter,
      watchlists,
      eventTypes: namesOf(types),
      monitor,
      wrongToken(address) {
        measures.wrongToken();
        logWrongToken(address);
      },
      closed: measures.closed,
      failed: (what, error) => log.error({ error: String(error) }, what),
    });
    return {
      output,
      settings: () => ({ ...settings, port: output.port }),
      readers: () => output.connections(),
      measures: measures.of(output),
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
