/** Polls that a person asks for, beside the schedule and within all limits, and what came of each. */
import * as z from "zod";
import type { Gates } from "../config/clients.ts";
import type { Config } from "../config/config.ts";
import { serviceOf } from "../config/services.ts";
import type { Clock } from "../lib/clock.ts";
import type { JsonRoute } from "../lib/http/port.ts";
import type { PollNowAnswer } from "../model/page/sources.ts";
import type { Committed } from "../pipeline/change.ts";
import type { Watched } from "../pipeline/schedule.ts";

/** Where a monitor takes it, as a POST of {source}. */
export const pollNowPath = "/control/sources/poll";

export interface PollNowParts {
  readonly config: Pick<Config, "recordSources">;
  readonly sources: readonly Watched[];
  readonly gates: Gates;
  readonly clock: Pick<Clock, "now" | "elapsed" | "after">;
  /** When the source is polled next by its schedule, ms since 1970; undefined: no poll is in sight. */
  nextAt(source: string): number | undefined;
}

export interface PollNow {
  readonly route: JsonRoute;
  /** Takes note of what is committed, so that who asked for a poll is told of it. */
  report(committed: Committed): void;
}

/** A poll that takes longer goes on, and who asked for it need not wait. */
const patienceMs = 60_000;

const asked = z.object({ source: z.string() });

type Answer = Awaited<ReturnType<JsonRoute["answer"]>>;

/**
 * 200: what came of it; 202: it goes on; 400, 404: no such source; 409: one is under way, or the service asked to be left
 * alone. A pause of the source's own ends with it; the plan's limits hold, and a quarantine stays as it is.
 */
export function createPollNow(parts: PollNowParts): PollNow {
  const following = new Map<string, Committed[]>();
  return {
    route: {
      right: "act",
      method: "POST",
      path: pollNowPath,
      async answer({ body }) {
        const named = asked.safeParse(body);
        if (!named.success) return refusal(400, "send {source}");
        const { source } = named.data;
        const watched = parts.sources.find((one) => one.source.name === source);
        if (watched === undefined) return refusal(404, "the monitor watches no such source");
        return pollNow(watched, following, parts);
      },
    },
    report(committed) {
      // What is stored apart leaves in changes of its own.
      const source = committed.change.batch.source?.name;
      if (source !== undefined) following.get(source)?.push(committed);
    },
  };
}

async function pollNow(
  { source: { name }, polls, pauses }: Watched,
  following: Map<string, Committed[]>,
  parts: PollNowParts,
): Promise<Answer> {
  const { clock } = parts;
  if (polls.isUnderWay()) return refusal(409, `a poll of ${name} is under way`);
  const waitMs = Math.max(pauses.askedMs(clock.elapsed()), servicePauseMs(name, parts));
  if (waitMs > 0)
    return refusal(409, `the service asked to be left alone for another ${Math.ceil(waitMs / 1_000)} s`);
  const seen: Committed[] = [];
  following.set(name, seen);
  pauses.lift();
  const poll = polls.ask({ at: clock.now(), elapsed: clock.elapsed() });
  if (poll === undefined) {
    following.delete(name);
    return refusal(503, `${name} cannot be polled now`);
  }
  const isOver = await within(patienceMs, poll, clock);
  following.delete(name);
  const nextAt = parts.nextAt(name);
  const next = nextAt === undefined ? {} : { nextAt };
  if (!isOver) return { status: 202, body: { source: name, outcome: "under-way", events: 0, ...next } };
  const answer: PollNowAnswer = { source: name, ...outcomeOf(seen), ...next };
  return { status: 200, body: answer };
}

/** Pause of the whole service, which all of its sources keep; that of a limit apart is of its calls alone. */
function servicePauseMs(name: string, { config, gates }: PollNowParts): number {
  const service = serviceOf(name, config);
  const usage = service === undefined ? [] : (gates[service]?.usage() ?? []);
  return Math.max(0, ...usage.map(({ calls, pausedMs }) => (calls === "" ? pausedMs : 0)));
}

function outcomeOf(seen: readonly Committed[]): Omit<PollNowAnswer, "source" | "nextAt"> {
  const written = seen.filter(({ error }) => error === undefined);
  const drafts = written.flatMap(({ change }) => change.drafts);
  const events = drafts.filter(({ type }) => !type.startsWith("source.")).length;
  const unwritten = seen.find(({ error }) => error !== undefined)?.error;
  if (unwritten !== undefined) return { outcome: "unwritten", events, message: unwritten.message };
  const failure = seen.findLast(({ change }) => change.failure !== undefined)?.change.failure;
  const held = drafts.find(({ type }) => type === "source.quarantined")?.data.now.items;
  return {
    outcome: failure === undefined ? "answered" : "failed",
    events,
    ...(failure && { reason: failure.reason, message: failure.message }),
    ...(typeof held === "number" && { held }),
  };
}

async function within(ms: number, poll: Promise<void>, { after }: Pick<Clock, "after">): Promise<boolean> {
  let cancel = () => {};
  const over = new Promise<false>((resolve) => {
    cancel = after(ms, () => resolve(false));
  });
  return Promise.race([poll.then(() => true), over]).finally(() => cancel());
}

function refusal(status: number, error: string): Answer {
  return { status, body: { error } };
}
