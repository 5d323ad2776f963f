/**
 * The frames that clients send, and how a text or an address is read as one. A field that is not known is refused, so
 * that a misspelt filter is no flood.
 */
import * as z from "zod";
import { parseDuration } from "../../../model/duration.ts";
import { limits } from "../limits.ts";
import type { ErrorCode } from "./server-frames.ts";

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
  watchlist: z
    .string()
    .min(1)
    .max(100)
    .describe("a watchlist of the settings: only its stocks are subjects, as they are on it at the time")
    .optional(),
  where: z.string().min(1).max(4096).describe("a condition as in a rule's when").optional(),
  since: z
    .union([z.number().int().min(0), z.enum(["start", "snapshot"])])
    .describe(
      "the last seq that the client has, start for all stored entries, or snapshot for the current state; left out: new entries",
    )
    .optional(),
  epoch: z.string().min(1).max(200).describe("what since was counted in; left out: this one").optional(),
  consumer: z
    .string()
    .regex(/^[A-Za-z0-9._-]{1,64}$/, "1 to 64 letters, digits and -_.")
    .describe("a name under which the server keeps the place of this subscription")
    .optional(),
});

const unsubscribeFrame = z.strictObject({ type: z.literal("unsubscribe"), id });

const ackFrame = z.strictObject({
  type: z.literal("ack"),
  id,
  seq: z.number().int().min(0).describe("everything of the subscription up to it is handled"),
});

const pingFrame = z.strictObject({ type: z.literal("ping") });

export const clientFrames = {
  subscribe: subscribeFrame,
  unsubscribe: unsubscribeFrame,
  ack: ackFrame,
  ping: pingFrame,
};

export type SubscribeFrame = z.infer<typeof subscribeFrame>;
export type AckFrame = z.infer<typeof ackFrame>;
export type ClientFrame =
  | SubscribeFrame
  | z.infer<typeof unsubscribeFrame>
  | AckFrame
  | z.infer<typeof pingFrame>;

export interface FrameError {
  readonly code: ErrorCode;
  readonly message: string;
  /** The frame's own id, where it had a usable one. */
  readonly id?: string;
}

export type ReadFrame =
  | { kind: "frame"; frame: ClientFrame }
  | { kind: "error"; error: FrameError }
  /** Not a frame: the connection is closed with 4400. */
  | { kind: "violation"; message: string };

/** Never throws. */
export function readFrame(text: string): ReadFrame {
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch {
    return { kind: "violation", message: "not JSON" };
  }
  if (typeof value !== "object" || value === null || Array.isArray(value)) {
    return { kind: "violation", message: "not a JSON object" };
  }
  const type = "type" in value ? value.type : undefined;
  if (typeof type !== "string") return { kind: "violation", message: "no type" };
  return checkFrame(type, value);
}

/** Checks an object as a frame of the given type. */
function checkFrame(type: string, value: object): ReadFrame {
  const id = usableId(value);
  const schema = Object.hasOwn(clientFrames, type)
    ? clientFrames[type as keyof typeof clientFrames]
    : undefined;
  if (schema === undefined) {
    const known = Object.keys(clientFrames).join(", ");
    const message = `unknown type ${JSON.stringify(type.slice(0, 40))}; clients send ${known}`;
    return { kind: "error", error: { code: "unknown-type", message, ...id } };
  }
  const parsed = schema.safeParse(value);
  if (parsed.success) return { kind: "frame", frame: parsed.data };
  return { kind: "error", error: { code: "invalid-frame", message: describe(parsed.error), ...id } };
}

function usableId(value: object): { id: string } | object {
  const id = "id" in value ? value.id : undefined;
  return typeof id === "string" && id.length >= 1 && id.length <= 64 ? { id } : {};
}

function describe(error: z.ZodError): string {
  const said = error.issues.slice(0, 3).map((issue) => {
    const path = issue.path.join(".");
    return (path === "" ? issue.message : `${path}: ${issue.message}`).slice(0, 300);
  });
  return said.join("; ");
}

const lists = new Set(["types", "subjects"]);

/**
 * The subscribe frame that an address such as `/feed?types=a,b&since=120` stands for, as id "url"; undefined where
 * there is no query. Never throws.
 */
export function querySubscription(query: URLSearchParams): ReadFrame | undefined {
  return query.size === 0 ? undefined : subscriptionOf(query);
}

function subscriptionOf(query: URLSearchParams): ReadFrame {
  // No prototype, so that a parameter named __proto__ is only another unknown name.
  const frame: Record<string, unknown> = Object.create(null);
  for (const name of new Set(query.keys())) {
    const values = query.getAll(name);
    if (lists.has(name)) frame[name] = values.flatMap((value) => value.split(","));
    else if (values.length > 1) return mistake(`${name.slice(0, 40)}: given more than once`);
    else frame[name] = name === "since" ? readSince(values[0] ?? "") : values[0];
  }
  if ("id" in frame || "type" in frame) return mistake("id and type cannot be chosen in the address");
  return checkFrame("subscribe", { ...frame, type: "subscribe", id: "url" });
}

function readSince(value: string): number | string {
  return /^\d{1,16}$/.test(value) ? Number(value) : value;
}

function mistake(message: string): ReadFrame {
  return { kind: "error", error: { code: "invalid-frame", message, id: "url" } };
}

const { answerWaitS, answerEntries } = limits;

/** What an address of the log says besides a subscription: when its answer ends. */
const answerEnd = z.strictObject({
  wait: z
    .string()
    .regex(/^\d{1,2}[sm]$/, "a time such as 30s")
    .refine((text) => waitMsOf(text) <= answerWaitS * 1_000, `at most ${answerWaitS}s`)
    .describe(`how long to wait where nothing is there yet, at most ${answerWaitS}s; left out: not at all`)
    .optional(),
  limit: z.coerce
    .number()
    .int()
    .min(1)
    .max(answerEntries)
    .describe("end after so many entries; left out: after all that there are")
    .optional(),
});

const { type: _, id: __, consumer: ___, ...asked } = subscribeFrame.shape;

/** All that the query of an address of the log may say. */
export const logQuery = z.strictObject({ ...asked, ...answerEnd.shape });

function waitMsOf(text: string): number {
  const read = parseDuration(text);
  return read !== undefined && "ms" in read ? read.ms : 0;
}

/** An answer over HTTP as it is asked for. */
export interface LogAsked {
  readonly read: ReadFrame;
  readonly waitMs: number;
  readonly limit: number;
}

/** Reads the query of an address such as `/log?types=a,b&since=120&wait=30s`. Never throws. */
export function queryAnswer(query: URLSearchParams): LogAsked {
  const rest = new URLSearchParams(query);
  const end: Record<string, string> = {};
  for (const name of Object.keys(answerEnd.shape)) {
    const values = rest.getAll(name);
    rest.delete(name);
    if (values.length > 0) end[name] = values.join(",");
  }
  const parsed = answerEnd.safeParse(end);
  const { wait = "", limit = Number.POSITIVE_INFINITY } = parsed.data ?? {};
  const answer = { waitMs: waitMsOf(wait), limit };
  if (!parsed.success) return { ...answer, read: mistake(describe(parsed.error)) };
  if (rest.has("consumer"))
    return {
      ...answer,
      read: mistake("consumer: over HTTP a reader keeps its place itself, by since and epoch"),
    };
  return { ...answer, read: subscriptionOf(rest) };
}
