/** Asks each configured source's service once, and says what the key may do there and what not. */
import { createClients, createGates, type ServiceClients } from "../config/clients.ts";
import type { Config } from "../config/config.ts";
import { isSimulated, recordsOptions } from "../config/services.ts";
import { Failure } from "../lib/failure.ts";
import { jstDay, lastWeekdays } from "../model/dates.ts";
import { known } from "../model/fields.ts";
import type { Watchlists } from "../model/watchlists.ts";
import {
  askFirst,
  type SourceName,
  sourceMembers,
  type TrialCall,
  type UpstreamName,
} from "../sources/index.ts";
import { marketRefusal } from "../upstreams/market/refusals.ts";

export interface OnlineRow {
  readonly source: string;
  readonly service: UpstreamName;
  readonly call: string;
  readonly ok: boolean;
  /** "simulated" was not asked. A refusal is told apart where the service says enough for that. */
  readonly verdict:
    | "allowed"
    | "simulated"
    | "key-refused"
    | "no-plan"
    | "plan-too-low"
    | "key-or-plan"
    | "no-such-call"
    | "failed";
  /** The plan that is needed, where the plan may be what is missing. */
  readonly plan?: string;
  /** The add-on that is needed beside it. */
  readonly addOn?: string;
  /** The service's words and what failed; never the key. */
  readonly message?: string;
}

/** One row a call, in the order of the sources. */
export async function checkOnline(config: Config, watchlists: Watchlists = {}): Promise<OnlineRow[]> {
  const clients = createClients(config, undefined, createGates(config));
  const questions = onlineQuestions(config, clients, jstDay(new Date()), watchlists);
  const answers = await Promise.all(questions.map((question) => answerTo(question, config)));
  // Whatever a 403 says: a key that opened one door of the service is a key.
  const keyWorks = answers.some(
    (answer, index) => answer === "allowed" && questions[index]?.service === "market",
  );
  return questions.map((question, index) => row(question, answers[index] ?? "simulated", keyWorks));
}

type Answer = "allowed" | "simulated" | Failure;

async function answerTo({ service, ask }: OnlineQuestion, config: Config): Promise<Answer> {
  if (isSimulated(config, service)) return "simulated";
  try {
    await ask();
    return "allowed";
  } catch (error) {
    if (error instanceof Failure) return error;
    throw error;
  }
}

function row(question: OnlineQuestion, answer: Answer, keyWorks: boolean): OnlineRow {
  const { source, service, call, plan, addOn } = question;
  const asked = { source, service, call };
  if (!(answer instanceof Failure)) return { ...asked, ok: true, verdict: answer };
  const verdict = service === "market" ? verdictOf(answer, keyWorks) : "failed";
  const mayBePlan = verdict === "plan-too-low" || verdict === "key-or-plan";
  const needed = mayBePlan ? known({ plan, addOn }) : {};
  return { ...asked, ok: false, verdict, ...needed, message: answer.message };
}

const verdicts = {
  key: "key-refused",
  plan: "plan-too-low",
  window: "plan-too-low",
  "no-plan": "no-plan",
  "no-such-call": "no-such-call",
  unclear: "key-or-plan",
} as const;

function verdictOf(failure: Failure, keyWorks: boolean): OnlineRow["verdict"] {
  const refusal = marketRefusal(failure);
  if (refusal === undefined) return "failed";
  // A key that opened another call is accepted, whatever words a 403 has for it.
  const isPlan = keyWorks && failure.status === 403 && (refusal === "key" || refusal === "unclear");
  return isPlan ? "plan-too-low" : verdicts[refusal];
}

export interface OnlineQuestion extends TrialCall {
  readonly source: string;
  readonly service: UpstreamName;
}

/**
 * The questions: for each configured source one small call of each kind that it makes.
 * @param today YYYY-MM-DD in Japan
 */
export function onlineQuestions(
  config: Config,
  clients: ServiceClients,
  today: string,
  watchlists: Watchlists = {},
): OnlineQuestion[] {
  // Yesterday at the latest: today's publications may not be out.
  const [published = today] = lastWeekdays(today, 2);
  const asked = askingNamesOnce(clients);
  const own = sourceMembers.flatMap(({ name, upstream, questions }) => {
    const settings = config.sources[name as SourceName];
    if (settings === undefined) return [];
    const found = questions(settings, asked, { today, published }, watchlists);
    return found.map((question) => ({ ...question, source: name, service: upstream }));
  });
  const records = recordsOptions(config).map((options) => {
    const { service, from, plan, addOn } = options.set;
    const call = from.slice(service.length + 1);
    const ask = () => askFirst(options, clients, today, watchlists);
    return { source: options.name, service, call, ask, ...known({ plan, addOn }) };
  });
  return [...own, ...records];
}

/** Several sources need the list of issues; it is asked for once. */
function askingNamesOnce(clients: ServiceClients): ServiceClients {
  let listed: ReturnType<ServiceClients["market"]["names"]> | undefined;
  const names: ServiceClients["market"]["names"] = (...asked) => {
    listed ??= clients.market.names(...asked);
    return listed;
  };
  return { ...clients, market: { ...clients.market, names } };
}
