/** A fetch of the past inside the monitor that runs on the same settings: begun, shown and stopped over its port. */
import type { AskedFetch } from "../../app/history/fetch-history.ts";
import { historyPath, historyStopPath, type ToldFetch } from "../../app/history/fetch-job.ts";
import type { FetchOutcome } from "../../app/history/fetch-state.ts";
import { Refused } from "../../app/refused.ts";
import type { Config } from "../../config/config.ts";
import { StoreError } from "../../model/store-faults.ts";
import { seeMonitor, tellMonitor } from "../monitor-calls.ts";
import type { FetchListener } from "./fetch.ts";
import { createFetchProgress } from "./fetch-words.ts";

const lookEveryMs = 1_000;

/** Throws Refused where the monitor does not take it or is gone, a StoreError where the history cannot be written. */
export async function followMonitor(
  config: Config,
  asked: AskedFetch,
  token: string | undefined,
  listener: FetchListener,
): Promise<FetchOutcome> {
  // Heard from the first moment on: what was begun in the monitor would go on without the one who wanted to stop it.
  let [isBegun, isStopping] = [false, false];
  const stop = () => {
    isStopping = true;
    if (isBegun) void tellMonitor(config, historyStopPath, {}, token).catch(() => undefined);
  };
  const stopped = listener.onStop(stop);
  try {
    let told = await begin(config, asked, token);
    isBegun = true;
    if (isStopping) stop();
    if (told.plan) listener.plan(told.plan);
    const telling = createFetchProgress(listener.progress);
    while (told.state === "running") {
      if (told.progress) telling.show(told.progress);
      await new Promise((resolve) => setTimeout(resolve, lookEveryMs));
      told = await look(config, token);
    }
    if (told.outcome) return told.outcome;
    throw new StoreError(told.error ?? goneWords);
  } finally {
    stopped();
  }
}

async function begin(config: Config, asked: AskedFetch, token: string | undefined): Promise<ToldFetch> {
  const { status, answer } = await tellMonitor(config, historyPath, asked, token);
  if (status >= 500) throw new StoreError(String(answer.error));
  if (status !== 200) throw new Refused(String(answer.error));
  return answer as unknown as ToldFetch;
}

const goneWords =
  "the monitor that fetched has stopped; what was fetched stays, and the same call goes on with the rest";

async function look(config: Config, token: string | undefined): Promise<ToldFetch> {
  const seen = await seeMonitor(config, historyPath, token);
  if (seen?.status === 200) return seen.answer as unknown as ToldFetch;
  return { state: "none" };
}
