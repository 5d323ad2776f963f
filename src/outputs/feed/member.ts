/** The WebSocket feed. Its section of the settings is that of the port as well, on which the page and the calls are. */

import * as z from "zod";
import { accessToken, calendarToken, shortTokenWarning } from "../../lib/access-token.ts";
import { type Clock, systemClock } from "../../lib/clock.ts";
import { readNetwork } from "../../lib/http/url.ts";
import { checkedText } from "../../lib/yaml/validate-yaml.ts";
import type { ConsumerPlaces } from "../../model/event.ts";
import { namesOf } from "../../model/event-types.ts";
import { type Frame, member, type SettingFinding, type Staged } from "../member.ts";
import type { OutputParts, Parts } from "../output.ts";
import { Consumers, noOwner } from "./connections/consumers.ts";
import { textIn } from "./connections/entries.ts";
import { Hub } from "./connections/hub.ts";
import type { FeedSocket } from "./connections/socket.ts";

// A subscriber of the feed without a network: the real protocol, and what it sent.

/**
 * Subscribes to what comes from now on; the answers to that are passed over.
 * @param asked what a subscribe frame says besides its type and id
 */
function openStagedSubscriber(
  asked: Readonly<Record<string, unknown>> | undefined,
  { events, types, ...filters }: Pick<OutputParts, "events" | "types" | "compileFilter" | "watchlists">,
): Staged {
  const frames: Frame[] = [];
  const deferred: (() => void)[] = [];
  // No heartbeat comes and nobody is slow: the test's time passes in jumps.
  const clock: Clock = { now: () => 0, elapsed: () => 0, after: () => () => {} };
  const hub = new Hub({
    log: events,
    clock,
    // Nothing that stood before is new, and nobody comes a second time.
    present: { alerts: nothing, sources: () => [], items: nothing },
    consumers: new Consumers({ places: noPlaces, clock, failed: () => {} }),
    ...filters,
    eventTypes: namesOf(types),
    heartbeatMs: 15_000,
    simulated: [],
    sources: () => ({}),
    sliceMs: -1,
    defer: (call) => deferred.push(call),
  });
  const run = (): void => {
    for (let next = deferred.shift(); next !== undefined; next = deferred.shift()) next();
  };
  const connection = hub.open(collecting(frames), undefined, () => {}, { owner: noOwner, mayAct: true });
  connection.onMessage(JSON.stringify({ type: "subscribe", id: "test", ...asked }));
  run();
  frames.length = 0;
  return {
    wake() {
      hub.wake();
      run();
    },
    take: () => frames.splice(0),
  };
}

const nothing = (): Parts<never> => ({ next: () => ({ done: true, value: true }) });

const noPlaces: ConsumerPlaces = {
  ...{ place: () => undefined, owner: () => undefined, count: () => 0, all: () => [] },
  ...{ forget: () => false, keep: () => {} },
};

function collecting(frames: Frame[]): FeedSocket {
  return {
    bufferedAmount: 0,
    write: (sent) => void frames.push(...sent.map((frame) => JSON.parse(textIn(frame).toString()))),
    writeNow: () => false,
    ping: () => {},
    pong: () => {},
    close: () => {},
    terminate: () => {},
  };
}

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
      .array(accessToken)
      .default([])
      .describe("who may subscribe; none: everyone on this machine")
      .meta({ examples: [["a-long-random-text"]] }),
    operators: z
      .array(accessToken)
      .default([])
      .describe("tokens with which one may act on the monitor as well; none: who may subscribe may act")
      .meta({ examples: [["another-long-random-text"]] }),
    calendarTokens: z
      .array(calendarToken)
      .default([])
      .describe(
        "tokens in the address of /calendar.ics, by which a calendar program reads days ahead; none: there is no calendar",
      )
      .meta({ examples: [["yet-another-long-random-text"]] }),
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
  .prefault({});

function tokenWarnings({ tokens, operators }: z.output<typeof feedSchema>): SettingFinding[] {
  return Object.entries({ tokens, operators }).flatMap(([list, own]) =>
    own.flatMap((one, index): SettingFinding[] => {
      const at = [list, index];
      const short = shortTokenWarning(one);
      return [
        ...(short === undefined ? [] : [{ at, ...short }]),
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
  secrets: ["tokens", "operators", "calendarTokens"],
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
    const { events, types, consumers, log, port, attempts } = parts;
    const { createFeed, createFeedMeasures } = await import("./feed.ts");
    const measures = createFeedMeasures();
    const output = createFeed({
      ...parts,
      ...settings,
      port,
      log: events,
      places: consumers,
      // It measures sockets, which live in real time.
      clock: systemClock,
      eventTypes: namesOf(types),
      reached: attempts.reached,
      closed: measures.closed,
      failed: (what, error) => log.error({ error: String(error) }, what),
    });
    return {
      output,
      settings: () => ({ ...settings, port: port.number }),
      readers: () => output.connections(),
      measures: measures.of(output),
    };
  },
  refusal: ({ message }) => `feed: ${message}`,
  // For places of consumers that go to another machine. Readers that are behind have until the port is closed.
  stopMs: 1_000,
  trial: undefined,
  testing: { open: openStagedSubscriber },
});
