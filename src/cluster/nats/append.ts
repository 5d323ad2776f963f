/**
 * The guarded append. Each part of a message names the sequence behind which it must stand, and a part that gets no
 * answer is sent again until it is known to stand there. Parts go one after the other: of several under way, those
 * behind a part that is refused would match the message of who was first, and stand behind that.
 * The servers' own ids of messages are of no use: some take a message that they refused for one that is stored.
 */
import { randomUUID } from "node:crypto";
import { setTimeout as pause } from "node:timers/promises";
import { JetStreamApiError, jetstream } from "@nats-io/jetstream";
import { headers, type NatsConnection } from "@nats-io/transport-node";
import { type LogMessage, type SharedLog, type Stamp, Unconfirmed } from "../engine.ts";
import { idHeader, partHeader, stampHeaders } from "./parts.ts";
import { type LogPlace, managerOf } from "./streams.ts";

/** Bytes of a part; with its headers it is well below what servers let through. */
const partBytes = 512 * 1_024;
/** Time for one try, ms: a disk that syncs answers within it, also on a bad day. */
const tryMs = 500;
/** A server that answers no ping for so long, ms, is left for another one. */
const quietMs = 250;
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

/** The `append` of the seam, on a connection. */
export function createAppend(nc: NatsConnection, place: LogPlace): SharedLog["append"] {
  const onBreak = watchBreaks(nc);
  return async (expected, message, stamp, withinMs) => {
    const until = performance.now() + withinMs;
    const left = () => Math.max(1, Math.min(tryMs, until - performance.now()));
    let last = expected;
    for (const part of partsOf(message, stamp)) {
      for (;;) {
        const failed = await publish(nc, place, last, part, left(), onBreak);
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
  };
}

/** Calls when the connection breaks, at once where it is broken; the answer stops listening. */
type OnBreak = (call: () => void) => () => void;

/** What is under way when a connection breaks, or is sent before the next one, gets no answer, and the client is silent. */
function watchBreaks(nc: NatsConnection): OnBreak {
  const calls = new Set<() => void>();
  let isBroken = false;
  const watch = async () => {
    for await (const { type } of nc.status()) {
      if (type === "reconnect") isBroken = false;
      if (type !== "disconnect") continue;
      isBroken = true;
      for (const call of calls) call();
    }
  };
  void watch();
  return (call) => {
    if (isBroken) call();
    calls.add(call);
    return () => calls.delete(call);
  };
}

/** Where the leader is behind what was confirmed, it is asked again; where a server is silent, another one is. */
async function beforeNext(nc: NatsConnection, { end, silent }: Failed, until: number): Promise<void> {
  const left = () => until - performance.now() - pauseMs;
  const cause = silent ?? new Error(`the log ends at ${end}`);
  if (left() <= 0) throw new Unconfirmed("the NATS servers did not confirm a message in time", cause);
  await pause(pauseMs);
  while (silent !== undefined && left() > 0) {
    // What is sent while there is no connection is lost.
    const isThere = nc.flush().then(
      () => true,
      () => false,
    );
    const answer = await Promise.race([isThere, pause(Math.min(quietMs, left()), "none" as const)]);
    if (answer === true) return;
    if (answer === "none") await nc.reconnect();
    await pause(pauseMs);
  }
}

/** Undefined: it stands behind `expected`. */
function publish(
  nc: NatsConnection,
  { stream, subject }: LogPlace,
  expected: number,
  part: Part,
  timeout: number,
  onBreak: OnBreak,
): Promise<Failed | undefined> {
  const sent = headers();
  for (const [name, value] of Object.entries(part.headers)) sent.set(name, value);
  const options = { headers: sent, timeout, expect: { lastSequence: expected, streamName: stream } };
  return new Promise((resolve) => {
    const unlisten = onBreak(() => resolve({ end: 0, silent: new Error("the connection broke") }));
    const settle = (failed?: Failed) => {
      unlisten();
      resolve(failed);
    };
    jetstream(nc)
      .publish(subject, part.data, options)
      // Servers may say of a message that they dropped as a duplicate that it is there.
      .then(({ seq }) => settle(seq === expected + 1 ? undefined : { end: seq }))
      .catch((error) => {
        const isWrong = error instanceof JetStreamApiError && wrongLastCodes.includes(error.code);
        const end = isWrong ? Number(/: (\d+)$/.exec(error.message)?.[1] ?? 0) : 0;
        settle(isWrong ? { end } : { end, silent: error });
      });
  });
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
