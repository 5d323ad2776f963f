/**
 * The guarded append. Each part of a message names the sequence behind which it must stand, and a part that gets no
 * answer is sent again until it is known to stand there. Parts go one after the other: of several under way, those
 * behind a part that is refused would match the message of who was first, and stand behind that.
 * The servers' own ids of messages are of no use: some take a message that they refused for one that is stored.
 */
import { randomUUID } from "node:crypto";
import { setTimeout as pause } from "node:timers/promises";
import { JetStreamApiError, jetstream } from "@nats-io/jetstream";
import { errors, headers, type NatsConnection } from "@nats-io/transport-node";
import { type Appended, type LogMessage, type Stamp, Unconfirmed } from "../engine.ts";
import { idHeader, partHeader, stampHeaders } from "./parts.ts";
import { type LogPlace, managerOf } from "./streams.ts";

/** Bytes of a part; with its headers it is well below what servers let through. */
const partBytes = 512 * 1_024;
/** Time for one try, ms: a disk that syncs answers within it, also on a bad day. */
const tryMs = 500;
const pauseMs = 20;
const wrongLastCodes = [10_071, 10_164];

interface Part {
  readonly data: Uint8Array;
  readonly headers: Readonly<Record<string, string>>;
}

function partsOf(message: LogMessage, stamp: Stamp): Part[] {
  const body = Buffer.from(JSON.stringify(message));
  const count = Math.ceil(body.length / partBytes);
  const own = { [idHeader]: randomUUID(), ...stampHeaders(stamp) };
  return Array.from({ length: count }, (_, at) => ({
    data: body.subarray(at * partBytes, (at + 1) * partBytes),
    headers: count === 1 ? own : { ...own, [partHeader]: `${at + 1}/${count}` },
  }));
}

/** Why a part is not known to stand there: the end of the log by a server, 0 where it does not say, or the error. */
interface Failed {
  readonly end: number;
  readonly silent?: unknown;
}

/** As `append` of the seam. */
export async function appendGuarded(
  nc: NatsConnection,
  place: LogPlace,
  expected: number,
  message: LogMessage,
  stamp: Stamp,
  withinMs: number,
): Promise<Appended> {
  const until = performance.now() + withinMs;
  const left = () => Math.max(1, Math.min(tryMs, until - performance.now()));
  let last = expected;
  for (const part of partsOf(message, stamp)) {
    for (;;) {
      const failed = await publish(nc, place, last, part, left());
      if (failed === undefined) break;
      const isSaid = failed.silent === undefined;
      const stands = isSaid ? await standing(nc, place, last + 1, part, left()) : "nobody";
      if (stands === "another") return { refused: Math.max(failed.end, last + 1) };
      if (stands === "ours") break;
      await beforeNext(nc, failed, until);
    }
    last += 1;
  }
  return { stored: last };
}

/** Where the leader is behind what was confirmed, it is asked again; where a server is silent, another one is. */
async function beforeNext(nc: NatsConnection, { end, silent }: Failed, until: number): Promise<void> {
  const cause = silent ?? new Error(`the log ends at ${end}`);
  if (performance.now() + pauseMs >= until)
    throw new Unconfirmed("the NATS servers did not confirm a message in time", cause);
  if (cause instanceof errors.TimeoutError) await nc.reconnect();
  await pause(pauseMs);
}

/** Undefined: it stands behind `expected`. */
async function publish(
  nc: NatsConnection,
  { stream, subject }: LogPlace,
  expected: number,
  part: Part,
  timeout: number,
): Promise<Failed | undefined> {
  const sent = headers();
  for (const [name, value] of Object.entries(part.headers)) sent.set(name, value);
  const expect = { lastSequence: expected, streamName: stream };
  try {
    const { seq } = await jetstream(nc).publish(subject, part.data, { headers: sent, timeout, expect });
    // Servers may say of a message that they dropped as a duplicate that it is there.
    return seq === expected + 1 ? undefined : { end: seq };
  } catch (error) {
    if (!(error instanceof JetStreamApiError) || !wrongLastCodes.includes(error.code))
      return { end: 0, silent: error };
    return { end: Number(/: (\d+)$/.exec(error.message)?.[1] ?? 0) };
  }
}

/** Who stands at a sequence, by the leader. */
async function standing(
  nc: NatsConnection,
  { stream }: LogPlace,
  sequence: number,
  { headers: own }: Part,
  timeout: number,
): Promise<"ours" | "another" | "nobody"> {
  try {
    const manager = await managerOf(nc, timeout);
    const found = await manager.streams.getMessage(stream, { seq: sequence });
    if (found === null) return "nobody";
    const isOurs = [idHeader, partHeader].every((name) => found.header.get(name) === (own[name] ?? ""));
    return isOurs ? "ours" : "another";
  } catch {
    return "nobody";
  }
}
