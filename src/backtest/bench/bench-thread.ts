// The thread of the rule bench: it looks rules up, checks a text, or tries one.
import { parentPort, workerData } from "node:worker_threads";
import { Refused } from "../../lib/refused.ts";
import { answerOf, type BenchAsked, type BenchPlace, type BenchSaid } from "./asked.ts";

const place = workerData as BenchPlace;
const stopped = new AbortController();
const say = (said: BenchSaid): void => parentPort?.postMessage(said);
parentPort?.on("message", async (asked: BenchAsked) => {
  const { id } = asked;
  try {
    const answer = await answerOf(place, asked.question, {
      progress: (...progress) => say({ id, progress }),
      signal: stopped.signal,
    });
    say({ id, answer });
  } catch (error) {
    if (!(error instanceof Refused)) throw error;
    say({ id, refused: error.message, problems: error.problems });
  }
});
