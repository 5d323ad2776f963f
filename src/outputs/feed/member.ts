/** The WebSocket feed, and the page and the calls on its port. */
import * as z from "zod";
import { systemClock } from "../../lib/clock.ts";
import { authority, isLoopback } from "../../lib/http/url.ts";
import { checkedText, filledText } from "../../lib/yaml/validate-yaml.ts";
import { namesOf } from "../../model/event-types.ts";
import { member, type SettingFinding } from "../member.ts";
import { readNetwork } from "./http/client-address.ts";
import { createWrongTokenLog } from "./http/guesses.ts";
import { openStagedSubscriber } from "./staged-subscriber.ts";

/** An empty one would be no token, and without tokens everybody comes in. */
const token = filledText("this token is empty", "set what it comes from, or remove the entry");

/** `null` is the origin of every sandboxed page, whoever made it. */
const origin = checkedText((text) =>
  /^[a-z][a-z\d+.-]*:\/\/[^\s/]/i.test(text)
    ? undefined
    : { message: "this is no origin; one looks like https://desk.example.com" },
).meta({ pattern: "^[a-zA-Z][a-zA-Z0-9+.-]*://[^\\s/]" });

/** The section `feed` of the settings. */
const feedSchema = z
  .strictObject({
    host: z.string().min(1).default("127.0.0.1").describe("address to listen on"),
    port: z.int().min(0).max(65535).default(8080).describe("0 takes any free port"),
    tokens: z
      .array(token)
      .default([])
      .describe("who may subscribe; none: everyone on this machine")
      .meta({ examples: [["a-long-random-text"]] }),
    operators: z
      .array(token)
      .default([])
      .describe("tokens with which one may act on the monitor as well; none: who may subscribe may act")
      .meta({ examples: [["another-long-random-text"]] }),
    maxConnections: z.int().min(1).default(10_000).describe("how many may be connected"),
    maxConnectionsPerAddress: z
      .int()
      .min(1)
      .default(1_000)
      .describe("how many of them may come from one address"),
    trustProxy: z
      .array(
        z.string().refine((text) => readNetwork(text) !== undefined, {
          error: "an address such as 127.0.0.1, or a network such as 10.1.0.0/16",
        }),
      )
      .default([])
      .describe("proxies whose Forwarded or X-Forwarded-For says where a client is; none: nobody's does")
      .meta({ examples: [["127.0.0.1"]] }),
    origins: z
      .array(origin)
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

/** Shorter ones are guessed. */
const shortestToken = 16;

function tokenWarnings({ tokens, operators }: z.output<typeof feedSchema>): SettingFinding[] {
  return Object.entries({ tokens, operators }).flatMap(([list, own]) =>
    own.flatMap((one, index): SettingFinding[] => {
      const at = [list, index];
      const isShort = one.length < shortestToken;
      return [
        ...(isShort
          ? [
              {
                at,
                message: `a token of fewer than ${shortestToken} characters can be guessed`,
                suggestion: "make one: openssl rand -hex 24",
              },
            ]
          : []),
        ...(list === "operators" && tokens.includes(one)
          ? [
              {
                at,
                message: "this token is in `tokens`, too: whoever reads with it may act",
                suggestion: "give operators a token of their own",
              },
            ]
          : []),
      ];
    }),
  );
}

export const feed = member({
  name: "feed",
  about: "the WebSocket feed and the page",
  schema: feedSchema,
  secrets: ["tokens", "operators"],
  // As the settings that ship have it: on this machine everyone may read then.
  mayBeUnset: { tokens: "YAGURA_FEED_TOKEN" },
  resolve: (written) => written,
  mistakes: () => [],
  fileMistakes: async () => [],
  warnings: tokenWarnings,
  // Every alert is on the feed.
  notify: undefined,
  queued: undefined,
  listens: (settings) => settings,
  // Loaded with the monitor alone: commands that read the settings need no server.
  async create(settings, parts) {
    const { events, types, compileFilter, watchlists, present, consumers, meta, simulated, log, monitor } =
      parts;
    const { createFeed } = await import("./feed.ts");
    const { createFeedMeasures } = await import("./measures.ts");
    const logWrongToken = createWrongTokenLog(log, systemClock);
    const measures = createFeedMeasures();
    const output = createFeed({
      ...settings,
      log: events,
      present,
      places: consumers,
      meta,
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
