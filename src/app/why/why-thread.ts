// The thread in which the page's question why is answered.
import { parentPort, workerData } from "node:worker_threads";
import { answerTo } from "./ask.ts";
import type { WhyAsked, WhySaid } from "./ask-aside.ts";

const { config, alert, now } = workerData as WhyAsked;
const say = (said: WhySaid): void => parentPort?.postMessage(said);
answerTo({ alert }, { config, now, progress: () => {} }).then(
  (answer) => say({ answer }),
  (error: Error) => say({ refused: error.message }),
);
