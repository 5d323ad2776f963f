/** `yagura fetch market PATH --infer`: asks once, and prints a first declaration of the call for the settings. */
import { createClients, createGates } from "../../../config/clients.ts";
import { isSimulated } from "../../../config/services.ts";
import { requireConfig } from "../../../files/check-files.ts";
import { openSameWorld, todayOf } from "../../../history/simulated-world.ts";
import { type Clock, systemClock } from "../../../lib/clock.ts";
import { Refused } from "../../../lib/problem.ts";
import { inferCall } from "../../../upstreams/market/infer-call.ts";
import { simulatedLine, sortWords } from "./fetch-records.ts";

const pathForm = /^[A-Za-z0-9_-]+(\/[A-Za-z0-9_-]+)*$/;

/**
 * Gives the declaration as YAML. Throws Refused for a call that cannot be declared and for an answer without records,
 * else a Failure.
 * @param aside takes a line for the person
 * @param words SERVICE PATH --parameter value ..., the parameters under the service's names
 */
export async function inferredCall(
  words: readonly string[],
  configPath: string,
  environment: Readonly<Record<string, string | undefined>>,
  aside: (line: string) => void,
  signal: AbortSignal,
  clock: Clock = systemClock,
): Promise<string> {
  const { names, given } = sortWords(words);
  const [service, written = "", extra] = names;
  const path = written.replace(/^\//, "");
  if (service !== "market" || extra !== undefined || !pathForm.test(path))
    throw new Refused("--infer takes market and the path of a call, such as market td/list");
  const config = requireConfig(configPath, environment);
  const world = isSimulated(config, "market") ? await openSameWorld(config.state, clock) : undefined;
  if (world) aside(simulatedLine("market", todayOf("market", config, world.simulator, clock), world.problem));
  try {
    const { market } = createClients(config, world?.simulator, createGates(config, undefined, clock), clock);
    const query = Object.fromEntries(given);
    const answer = await market.answer(`/${path}`, query, signal);
    const plan = config.upstreams.market.tier;
    const declaration = inferCall({ path, query, plan, answer });
    if (declaration !== undefined) return declaration;
    throw new Refused(`${path}: the answer has no list of records to make a declaration from`);
  } finally {
    await world?.simulator.close();
  }
}
