/** A call of the page: the parts of the monitor that it may show, and what it is asked, taken apart. */
import * as z from "zod";
import type { Quieted } from "../alerts/policy.ts";
import type { Bench } from "../backtest/bench/bench.ts";
import type { Gates } from "../config/clients.ts";
import type { Config } from "../config/config.ts";
import type { ActiveRules } from "../files/active-rules.ts";
import type { Clock } from "../lib/clock.ts";
import type { JsonCall, JsonRoute } from "../lib/http/port.ts";
import { Refused } from "../lib/problem.ts";
import type { AlertFacts } from "../model/alerts.ts";
import type { TradingCalendar } from "../model/dates.ts";
import type { CompanyName } from "../model/language.ts";
import type { MachineAnswer } from "../model/page/machine.ts";
import type { Change } from "../pipeline/change.ts";
import type { Watched } from "../pipeline/schedule.ts";
import type { Store } from "../store/store.ts";
import type { Status } from "../why/status.ts";
import type { FindPaper } from "./find-paper.ts";
import type { CodeCheck } from "./known-code.ts";

/** The parts of the monitor that views show. */
export interface PageParts {
  readonly config: Config;
  readonly store: Store;
  readonly rules: ActiveRules;
  /** This machine, where it is one of a cluster. */
  readonly machine?: (() => MachineAnswer) | undefined;
  readonly status: Status;
  readonly bench: Bench;
  /** Names of companies by the list of issues. */
  readonly companies: { shown(): ReadonlyMap<string, CompanyName> };
  readonly sources: readonly Watched[];
  /** The ways to the services; none to those that are simulated. */
  readonly gates: Gates;
  /** The machine's time, by which polls go. */
  readonly clock: Pick<Clock, "now" | "elapsed">;
  calendar(): TradingCalendar;
  /** The time of what is written, ms since 1970. */
  now(): number;
  /** The time of the services' own world, ms since 1970: made-up ones have days of their own. */
  servicesNow(): number;
  /** Commits a change before it returns; throws a StoreError where that could not be written. */
  tell(change: Change): void;
  /** Asks the watched services whether they know a stock. */
  readonly knownCode: CodeCheck;
  /** Asks the service for the address of a paper. */
  readonly findPaper: FindPaper;
  /** Reads the settings again, as SIGHUP does. */
  reload(): Promise<void>;
  /** What quiets alerts at this moment. */
  quietedNow(): (facts: AlertFacts) => Quieted | undefined;
}

// What is asked and sent is untrusted, and what is wrong of it is said in words.
export interface PageAnswer {
  readonly status: number;
  readonly body: unknown;
}

/** A short text that a person wrote into a field. */
export const written = z.string().max(200);

/** A call that reads, for whom the feed lets read. */
export function reading<Schema extends z.ZodType>(
  path: string,
  schema: Schema,
  answer: (asked: z.output<Schema>, call: JsonCall) => PageAnswer | Promise<PageAnswer>,
): JsonRoute {
  return {
    ...{ right: "read", method: "GET", path },
    answer: (call) => queryOf(schema, call.query, (asked) => answer(asked, call)),
  };
}

/** Answers a query; 400 with words where it cannot be meant. An empty value counts as left out. */
export function queryOf<Schema extends z.ZodType, Answer extends PageAnswer | Promise<PageAnswer>>(
  schema: Schema,
  query: URLSearchParams,
  answer: (asked: z.output<Schema>) => Answer,
): Answer | PageAnswer {
  return bodyOf(schema, Object.fromEntries([...query].filter(([, value]) => value !== "")), answer);
}

/** Answers a body that was sent; 400 with words where it cannot be meant. */
export function bodyOf<Schema extends z.ZodType, Answer extends PageAnswer | Promise<PageAnswer>>(
  schema: Schema,
  body: unknown,
  answer: (asked: z.output<Schema>) => Answer,
): Answer | PageAnswer {
  const asked = schema.safeParse(body);
  if (asked.success) return answer(asked.data);
  const [issue] = asked.error.issues;
  const place = issue?.path.join(".") ?? "";
  return refusal(400, `${place === "" ? "the call" : place}: ${issue?.message ?? "is wrong"}`);
}

/** Answers with what is asked for: 404 where there is none, and the given status where it is refused. */
export async function answering(status: number, ask: () => Promise<unknown>): Promise<PageAnswer> {
  try {
    const body = await ask();
    return body === undefined ? refusal(404, "there is none") : { status: 200, body };
  } catch (error) {
    if (!(error instanceof Refused)) throw error;
    return refusal(status, error.message);
  }
}

export function refusal(status: number, error: string): PageAnswer {
  return { status, body: { error } };
}
