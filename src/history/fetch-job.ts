/** A fetch of the past inside a running monitor, whose gates keep the plan for both: one at a time, told over its port. */
import * as z from "zod";
import type { JsonRoute } from "../lib/http/port.ts";
import type { Log } from "../lib/log.ts";
import { Refused } from "../lib/problem.ts";
import { StoreError } from "../model/store-faults.ts";
import { type AskedFetch, type FetchSurroundings, type HistoryFetch, openFetch } from "./fetch-history.ts";
import type { FetchOutcome, FetchProgress } from "./fetch-state.ts";
import { type ToldPlan, toldPlan } from "./told-plan.ts";

/** Where a monitor takes a fetch, tells of it, and stops it. */
export const historyPath = "/history";
export const historyStopPath = "/history/stop";

/** What a monitor tells of its fetch. */
export interface ToldFetch {
  readonly state: "none" | "running" | "ended";
  readonly plan?: ToldPlan;
  readonly progress?: FetchProgress;
  /** Absent while it runs, and where it could not be brought to an end. */
  readonly outcome?: FetchOutcome;
  /** Why it could not, such as a full disk. */
  readonly error?: string;
}

export interface FetchJob {
  readonly routes: readonly JsonRoute[];
  /** Ends it at once: the pieces at hand are lost, and nothing else. */
  stop(): Promise<void>;
}

interface Job {
  readonly plan: ToldPlan;
  readonly fetch: HistoryFetch;
  outcome?: FetchOutcome;
  error?: string;
  isOver: boolean;
  readonly over: Promise<void>;
}

const body = z.object({
  since: z.string(),
  until: z.string().optional(),
  sources: z.array(z.string()).default([]),
});

/** 200 {state, plan, progress, ...}; 400: days or names make no sense; 409: one runs; 503: the history cannot be written. */
export function createFetchJob(surroundings: FetchSurroundings, log: Log): FetchJob {
  let job: Job | undefined;
  let isOpening = false;

  const told = (): ToldFetch => {
    if (job === undefined) return { state: "none" };
    const { plan, fetch, outcome, error, isOver } = job;
    const state = isOver ? "ended" : "running";
    return { state, plan, progress: fetch.progress(), ...(outcome && { outcome }), ...(error && { error }) };
  };
  const answers = {
    async start(written: unknown) {
      const asked = body.safeParse(written);
      if (!asked.success) return refusal(400, "send {since, until, sources}: texts, and a list of names");
      if (isOpening || (job && !job.isOver)) return refusal(409, "a fetch of the past is under way");
      isOpening = true;
      try {
        job = await run(asked.data, { ...surroundings, log }, log);
      } catch (error) {
        if (error instanceof Refused) return refusal(400, error.message);
        if (error instanceof StoreError) return refusal(503, error.message);
        throw error;
      } finally {
        isOpening = false;
      }
      return { status: 200, body: told() };
    },
    stop() {
      if (job === undefined || job.isOver) return refusal(409, "no fetch of the past is under way");
      job.fetch.stop();
      return { status: 200, body: told() };
    },
  };
  return {
    routes: [
      { right: "act", method: "POST", path: historyPath, answer: (call) => answers.start(call.body) },
      { right: "act", method: "GET", path: historyPath, answer: () => ({ status: 200, body: told() }) },
      { right: "act", method: "POST", path: historyStopPath, answer: answers.stop },
    ],
    async stop() {
      if (job === undefined || job.isOver) return;
      job.fetch.stop();
      job.fetch.stop();
      await job.over;
    },
  };
}

async function run(asked: AskedFetch, surroundings: FetchSurroundings, log: Log): Promise<Job> {
  const opened = await openFetch(asked, surroundings);
  const { plan } = opened;
  log.info({ since: asked.since, leastMs: Math.round(plan.leastMs) }, "a fetch of the past has begun");
  const fetch = opened.start();
  const job: Job = { plan: toldPlan(plan, surroundings.config), fetch, isOver: false, over: ending() };
  return job;

  async function ending(): Promise<void> {
    try {
      const outcome = await fetch.ended;
      job.outcome = outcome;
      log.info(summaryOf(outcome), "the fetch of the past has ended");
    } catch (error) {
      if (!(error instanceof StoreError)) throw error;
      job.error = error.message;
      log.error({ error: error.message }, "the fetch of the past could not be written");
    } finally {
      job.isOver = true;
      opened.close();
    }
  }
}

function summaryOf({ fetched, requests, records, left, isStopped, failed }: FetchOutcome) {
  return { fetched, requests, records, left, stopped: isStopped, failed: failed.length };
}

function refusal(status: number, error: string) {
  return { status, body: { error } };
}
