// The thread in which the page's questions why are answered, one after the other.
import { parentPort, workerData } from "node:worker_threads";
import type { Config } from "../config/config.ts";
import { createAnswering } from "./ask.ts";
import type { WhyAsked, WhySaid } from "./ask-aside.ts";

const answer = createAnswering(workerData as Config);
const say = (said: WhySaid): void => parentPort?.postMessage(said);
parentPort?.on("message", ({ alert, language, now, lintedHash, mayAct }: WhyAsked) => {
  answer({ alert }, { language, now, lintedHash, isMasked: !mayAct, progress: () => {} }).then(
    (given) => say({ answer: given }),
    (error: Error) => say({ refused: error.message }),
  );
});
