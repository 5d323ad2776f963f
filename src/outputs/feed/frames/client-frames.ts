/** The frames that clients send. A field that is not known is refused, so that a misspelt filter is no flood. */
import * as z from "zod";

const id = z.string().min(1).max(64).describe("chosen by the client, in use once on a connection");

const subscribeFrame = z.strictObject({
  type: z.literal("subscribe"),
  id,
  types: z
    .array(z.string().min(1).max(100))
    .min(1)
    .max(100)
    .describe("event types, prefixes such as short.report.*, or *; left out: all")
    .optional(),
  subjects: z
    .array(z.string().min(1).max(200))
    .min(1)
    .max(1000)
    .describe("subjects, such as stock codes; left out: all")
    .optional(),
  where: z.string().min(1).max(4096).describe("a condition as in a rule's when").optional(),
  since: z
    .union([z.number().int().min(0), z.literal("start")])
    .describe("the last seq that the client has, or start for all that is kept; left out: what is new")
    .optional(),
  epoch: z.string().min(1).max(200).describe("what since was counted in; left out: this one").optional(),
});

const unsubscribeFrame = z.strictObject({ type: z.literal("unsubscribe"), id });

const pingFrame = z.strictObject({ type: z.literal("ping") });

export const clientFrames = { subscribe: subscribeFrame, unsubscribe: unsubscribeFrame, ping: pingFrame };

export type SubscribeFrame = z.infer<typeof subscribeFrame>;
export type ClientFrame = SubscribeFrame | z.infer<typeof unsubscribeFrame> | z.infer<typeof pingFrame>;
