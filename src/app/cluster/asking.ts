/** What a machine that follows asks of the one that writes: acts of people, and places of the feed's consumers. */
import { NoWriter } from "../../cluster/engine.ts";
import { Refused } from "../../lib/problem.ts";
import type { ConsumerPlaces } from "../../model/event.ts";
import { StoreError } from "../../model/store-faults.ts";
import type { Store } from "../../store/store.ts";
import type { Following } from "../outputs.ts";
import type { Copying } from "./copying.ts";
import type { Machine } from "./machine.ts";
import type { WriterAnswer, WriterQuestion } from "./message.ts";

/** Longer than a takeover usually takes: most come through it. */
const actMs = 10_000;
const placesMs = 8_000;
const againMs = 200;
const endMs = 2_000;

interface AskingParts extends Pick<Machine, "shared" | "clock"> {
  readonly copying: Pick<Copying, "reached">;
  readonly store: Pick<Store, "consumers">;
  readonly heard: HeardPlaces;
}

export function askWriter({ shared, clock, copying, store, heard }: AskingParts): Following {
  /** While there is no writer nobody was asked: then it asks again. */
  const answer = async (question: WriterQuestion, until: number): Promise<WriterAnswer> => {
    for (;;) {
      const left = until - clock.elapsed();
      try {
        return (await shared.ask(question, Math.max(1, left))) as WriterAnswer;
      } catch (error) {
        if (!(error instanceof NoWriter) || left < againMs) throw error;
        await new Promise<void>((resolve) => clock.after(againMs, resolve));
      }
    }
  };
  /** Answers once what the writer wrote for it can be read here. */
  const ask = async (question: WriterQuestion, ms: number): Promise<WriterAnswer> => {
    const answered = await answer(question, clock.elapsed() + ms);
    await copying.reached(answered.place);
    return answered;
  };
  const written = async (question: WriterQuestion): Promise<WriterAnswer> => {
    try {
      return await ask(question, placesMs);
    } catch (error) {
      throw error instanceof Refused ? new StoreError(error.message) : error;
    }
  };
  return {
    async passOn(call) {
      const { answer } = await ask({ kind: "act", call }, actMs);
      if (answer === undefined) throw new Refused("the writer of the cluster gave no answer: try again");
      return answer;
    },
    consumers: {
      ...store.consumers,
      watch: heard.watch,
      keep: async (places) => void (await written({ kind: "places", places })),
      forget: async (name) => (await written({ kind: "forget", name })).isGone === true,
      async settled() {
        try {
          const { sequence } = await shared.log.end(endMs);
          await copying.reached(sequence);
        } catch (error) {
          throw new StoreError("the cluster does not answer: places of consumers are not known", error);
        }
      },
    },
  };
}

// Places that any machine writes, for the feed of this one.

type Heard = Parameters<NonNullable<ConsumerPlaces["watch"]>>[0];

export interface HeardPlaces {
  watch(heard: Heard): void;
  readonly placed: Heard;
}

/** Passes the places that the store writes on to the feed. */
export function createHeardPlaces(): HeardPlaces {
  let hear: Heard = () => undefined;
  return {
    watch(heard) {
      hear = heard;
    },
    placed: (name, place) => hear(name, place),
  };
}
