// The thread in which a past is played.
import { parentPort, workerData } from "node:worker_threads";
import { Refused } from "../lib/refused.ts";
import { StoreError } from "../model/store-faults.ts";
import { type PlayAsked, type PlaySaid, playAsked } from "./play-aside.ts";

const stopped = new AbortController();
parentPort?.once("message", () => stopped.abort(new Refused("stopped")));
const say = (said: PlaySaid): void => parentPort?.postMessage(said);
try {
  const progress = (...played: [day: string, done: number, all: number]) => say({ played });
  await playAsked(workerData as PlayAsked, { progress, signal: stopped.signal });
  say({ isDone: true });
} catch (error) {
  if (!(error instanceof Refused || error instanceof StoreError)) throw error;
  say({ refused: error.message });
}
