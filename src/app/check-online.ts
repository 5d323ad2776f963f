/** Asks each configured source's service once, and says what the key may do there and what not. */
import type { Config } from "../config/config.ts";
import { Failure } from "../lib/failure.ts";
import { jstDay } from "../model/dates.ts";
import { createClients } from "./clients.ts";
import { createGates } from "./gates.ts";
import { onlineQuestions, type Question } from "./online-questions.ts";
import { isSimulated, type UpstreamName } from "./simulated.ts";

export interface OnlineRow {
  readonly source: string;
  readonly service: UpstreamName;
  readonly call: string;
  readonly ok: boolean;
  /** "simulated" was not asked. A refusal is told apart where the service says enough for that. */
  readonly verdict: "allowed" | "simulated" | "key-refused" | "plan-too-low" | "key-or-plan" | "failed";
  /** The plan that is needed, where the plan may be what is missing. */
  readonly plan?: string;
  /** The service's words and what failed; never the key. */
  readonly message?: string;
}

/** One row a call, in the order of the sources. */
export async function checkOnline(config: Config): Promise<OnlineRow[]> {
  const clients = createClients(config, undefined, createGates(config));
  const questions = onlineQuestions(config, clients, jstDay(new Date()));
  const answers = await Promise.all(questions.map((question) => answerTo(question, config)));
  // Whatever a 403 says: a key that opened one door of the service is a key.
  const keyWorks = answers.some(
    (answer, index) => answer === "allowed" && questions[index]?.service === "market",
  );
  return questions.map((question, index) => row(question, answers[index] ?? "simulated", keyWorks));
}

type Answer = "allowed" | "simulated" | Failure;

async function answerTo({ service, ask }: Question, config: Config): Promise<Answer> {
  if (isSimulated(config, service)) return "simulated";
  try {
    await ask();
    return "allowed";
  } catch (error) {
    if (error instanceof Failure) return error;
    throw error;
  }
}

function row({ source, service, call, plan }: Question, answer: Answer, keyWorks: boolean): OnlineRow {
  const asked = { source, service, call };
  if (!(answer instanceof Failure)) return { ...asked, ok: true, verdict: answer };
  const verdict = service === "market" ? refusal(answer, keyWorks) : "failed";
  const mayBePlan = verdict === "plan-too-low" || verdict === "key-or-plan";
  const needed = mayBePlan && plan !== undefined ? { plan } : {};
  return { ...asked, ok: false, verdict, ...needed, message: answer.message };
}

/** A day outside the plan's window is a 400 that names the subscription. */
const ofThePlan = /\b(plan|subscription|tier|upgrade)/i;
const ofTheKey = /\b(api[- ]?key|x-api-key|key|token|credentials?|unauthori[sz]ed)\b/i;

function refusal({ status, message }: Failure, keyWorks: boolean): OnlineRow["verdict"] {
  // What the service said, without the address that was asked.
  const said = message.replace(/^\S+ answered \d+/, "");
  if (status === 401) return "key-refused";
  if (status === 400) return ofThePlan.test(said) ? "plan-too-low" : "failed";
  if (status !== 403) return "failed";
  if (keyWorks || ofThePlan.test(said)) return "plan-too-low";
  return ofTheKey.test(said) ? "key-refused" : "key-or-plan";
}
