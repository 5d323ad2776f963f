/** What machines tell each other beside the log: beats to all, and questions to the writer. Nothing of it is kept. */
import { errors, type Msg, type NatsConnection } from "@nats-io/transport-node";
import { Refused } from "../../lib/problem.ts";
import { type EpochEngine, NoWriter } from "../engine.ts";
import type { EpochNames } from "./streams.ts";

type Talk = Pick<EpochEngine, "beat" | "heard" | "ask" | "answer">;

/** What the writer says back. */
interface Said {
  readonly answer?: unknown;
  readonly refused?: unknown;
}

export function createTalk(nc: NatsConnection, { alive, writer }: EpochNames): Talk {
  return {
    beat(beat) {
      // Who is cut off is not heard, and that is what a beat is for.
      if (!nc.isClosed()) nc.publish(alive, JSON.stringify(beat));
    },
    heard(listener) {
      return listen(nc, alive, (message) => {
        const beat = jsonIn(message);
        if (beat !== undefined) listener(beat);
      });
    },
    async ask(question, timeoutMs) {
      const text = JSON.stringify(question);
      if (isTooLarge(nc, text)) throw new Refused("the question is too large for the NATS servers");
      const { answer, refused } = (jsonIn(await request(nc, writer, text, timeoutMs)) ?? {}) as Said;
      if (typeof refused === "string") throw new Refused(refused);
      if (answer === undefined) throw new Refused("the writer of the cluster gave no answer: try again");
      return answer;
    },
    answer(handler) {
      return listen(nc, writer, async (message) => {
        const said = JSON.stringify(await sayTo(handler, jsonIn(message)));
        const tooLarge = { refused: "the answer is too large for the NATS servers" };
        if (!nc.isClosed()) message.respond(isTooLarge(nc, said) ? JSON.stringify(tooLarge) : said);
      });
    },
  };
}

async function request(nc: NatsConnection, subject: string, text: string, timeout: number): Promise<Msg> {
  try {
    return await nc.request(subject, text, { timeout });
  } catch (error) {
    if (error instanceof errors.TimeoutError)
      throw new Refused("the writer of the cluster did not answer in time: try again");
    throw new NoWriter();
  }
}

async function sayTo(handler: (question: unknown) => Promise<object>, question: unknown): Promise<Said> {
  try {
    return { answer: await handler(question) };
  } catch (error) {
    if (error instanceof Refused) return { refused: error.message };
    return { refused: "the writer of the cluster gave no answer: try again" };
  }
}

function listen(nc: NatsConnection, subject: string, call: (message: Msg) => void): () => void {
  const subscription = nc.subscribe(subject, {
    callback: (error, message) => {
      if (error === null) call(message);
    },
  });
  return () => subscription.unsubscribe();
}

function jsonIn(message: Msg): unknown {
  try {
    return message.json();
  } catch {
    return undefined;
  }
}

/** Servers drop the connection of who sends more; without one nothing is sent. */
const isTooLarge = (nc: NatsConnection, text: string): boolean =>
  Buffer.byteLength(text) > (nc.info?.max_payload ?? Number.POSITIVE_INFINITY);
