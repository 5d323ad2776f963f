/** The frames that the feed sends. The schemas type them, describe them in /asyncapi.json, and check them in tests. */
import * as z from "zod";

export const subprotocol = "yagura.v1";

/** Reasons for which the feed closes a connection, a closed list: the close code, and what `bye` says with it. */
export const closings = {
  stopping: { code: 1001, retryAfterMs: 1_000 },
  "bad-frame": { code: 4400, retryAfterMs: 60_000 },
  "signed-out": { code: 4401, retryAfterMs: 1_000 },
  "no-pong": { code: 4408, retryAfterMs: 1_000 },
  "too-slow": { code: 4409, retryAfterMs: 5_000 },
  "too-costly": { code: 4422, retryAfterMs: 60_000 },
  unsettled: { code: 4425, retryAfterMs: 1_000 },
  "too-many": { code: 4429, retryAfterMs: 30_000 },
} as const;

export type ClosingReason = keyof typeof closings;

/** The close code of what ended since it was whole. */
export const wholeCode = 1000;

/** How a connection ended; left: by its client, answered: as an answer over HTTP that is whole. */
export type Leaving = ClosingReason | "left" | "answered";

const closingReasons = Object.keys(closings) as [ClosingReason, ...ClosingReason[]];

const errorCodes = [
  "unknown-type",
  "invalid-frame",
  "duplicate-id",
  "unknown-id",
  "unknown-event-type",
  "unknown-watchlist",
  "invalid-where",
  "too-many-subscriptions",
  "too-many-consumers",
  "too-many-conditions",
  "foreign-consumer",
] as const;
export type ErrorCode = (typeof errorCodes)[number];

const seq = z.number().int().min(0);
const gap = z
  .strictObject({ from: seq, to: seq })
  .describe("exact and inclusive; empty where to is from - 1");

const fields = z.record(z.string(), z.unknown());

const eventOf = (type: z.ZodType) =>
  z
    .object({
      specversion: z.literal("1.0"),
      id: z.string(),
      source: z.string(),
      type,
      subject: z.string(),
      time: z.iso.datetime(),
      published: z.string().optional(),
      occurred: z.string().optional(),
      simulated: z
        .literal(true)
        .optional()
        .describe("an extension: its service is simulated, or the alert is about such an event"),
      datacontenttype: z.literal("application/json"),
      data: z.object({
        now: fields,
        was: fields.optional(),
        changed: z.array(z.string()).optional(),
      }),
    })
    .describe("a CloudEvents 1.0 object; readers who may not act get the address of a mail.failed masked");

/** The frame of an event of one of these types. */
export function eventFrame(eventTypes: readonly string[]) {
  return z.strictObject({
    type: z.literal("event"),
    id: z.string(),
    seq,
    event: eventOf(z.enum(eventTypes)),
  });
}

/** Every frame but `event`, see eventFrame. */
export const serverFrames = {
  welcome: z.strictObject({
    type: z.literal("welcome"),
    epoch: z.string().describe("random id of the database; seq means something only within it"),
    seq: seq.describe("the last entry of the log"),
    oldest: seq.describe("the oldest entry that is kept; seq + 1 when none is"),
    heartbeatMs: z.number().int().min(1),
    simulated: z.array(z.string()).describe("simulated upstreams"),
  }),
  subscribed: z.strictObject({
    type: z.literal("subscribed"),
    id: z.string(),
    since: seq.describe("every matching entry after it follows"),
    recovered: z.boolean().describe("whether nothing is missing before since"),
    gap: gap.optional(),
  }),
  episode: z
    .strictObject({
      type: z.literal("episode"),
      id: z.string(),
      seq: seq.describe("the entry of its latest alert"),
      alert: z.string().describe("id of its first alert, by which events and calls name it"),
      rule: z.string().describe("its rule; with the key the name of what is open"),
      key: z.string(),
      severity: z.enum(["info", "warning", "critical"]),
      subject: z.string(),
      state: z.enum(["firing", "acknowledged", "silenced"]),
      since: z.iso.datetime().describe("when it first fired"),
      times: z.number().int().min(1).describe("how often it did"),
      event: eventOf(z.literal("alert.fired"))
        .describe("its latest alert; left out where the log does not keep it any more")
        .optional(),
    })
    .describe("part of a snapshot: an alert that is open"),
  item: z
    .strictObject({
      type: z.literal("item"),
      id: z.string(),
      source: z.string(),
      key: z.string().describe("names the item within its source"),
      subject: z.string(),
      occurred: z.string().optional(),
      published: z.string().optional(),
      now: fields,
    })
    .describe("part of a snapshot: a current item of a source"),
  live: z
    .strictObject({
      type: z.literal("live"),
      id: z.string(),
      seq: seq.describe("where the snapshot began: every matching entry after it follows"),
      lacking: z
        .array(z.string())
        .describe("what could not be read as a whole: alerts, or names of sources; left out: nothing")
        .optional(),
    })
    .describe("the end of the snapshot"),
  acked: z
    .strictObject({ type: z.literal("acked"), id: z.string(), seq })
    .describe("the place of the consumer is on disk"),
  ended: z
    .strictObject({
      type: z.literal("ended"),
      id: z.string(),
      reason: z
        .enum(["taken-over", "forgotten"])
        .describe("a newer subscription goes on for the consumer, or an operator removed it"),
    })
    .describe("nothing more comes of this subscription"),
  heartbeat: z.strictObject({
    type: z.literal("heartbeat"),
    seq: seq.describe("everything that matches up to and including it has been sent"),
    sources: z.record(z.string(), z.unknown()).describe("how each source is doing"),
  }),
  pong: z.strictObject({ type: z.literal("pong") }),
  error: z.strictObject({
    type: z.literal("error"),
    id: z.string().optional(),
    code: z.enum(errorCodes),
    message: z.string().describe("for a person"),
  }),
  bye: z.strictObject({
    type: z.literal("bye"),
    reason: z.enum(closingReasons),
    retryAfterMs: z.number().int().min(0),
  }),
};

/** A frame that is made as an object; an event is put together from stored text. */
export type ServerFrame = {
  [Type in keyof typeof serverFrames]: z.infer<(typeof serverFrames)[Type]>;
}[keyof typeof serverFrames];
export type Gap = z.infer<typeof gap>;
