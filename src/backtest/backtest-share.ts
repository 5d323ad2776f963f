// The second thread of a long backtest.
import { parentPort, workerData } from "node:worker_threads";
import { runShare, type ShareAsked } from "./backtest-files.ts";

parentPort?.postMessage(await runShare(workerData as ShareAsked, 1));
