// The second thread of a long backtest.
import { parentPort, workerData } from "node:worker_threads";
import { judgeShare, type ShareAsked } from "./backtest-files.ts";

parentPort?.postMessage(await judgeShare(workerData as ShareAsked, 1));
